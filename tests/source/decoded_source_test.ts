import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { DecodedSource } from "../../src/source/decoded_source.ts";
import { BREAK, END, NOTHING, type Source } from "../../src/source/source.ts";

/** A source that gives what a test says, one thing a read. */
function scripted(steps: (Uint8Array | number)[]): Source {
  return {
    name: "scripted",
    reference: 0,
    size: null,
    position: 0,
    read(into) {
      const step = steps.shift() ?? END;
      if (typeof step === "number") return step;
      into.set(step);
      return step.length;
    },
    wait: () => Promise.resolve(),
    events: () => [],
    close: () => {},
  };
}

/** Bytes given between BREAKs, as text. */
function read(steps: (Uint8Array | number)[]): string[] {
  const source = new DecodedSource(scripted(steps));
  const into = new Uint8Array(1 << 16);
  const texts: number[][] = [[]];
  for (let idle = 0; idle < 100;) {
    const length = source.read(into);
    if (length === END) break;
    if (length === NOTHING) idle++;
    else if (length === BREAK) texts.push([]);
    else texts.at(-1)!.push(...into.subarray(0, length));
  }
  return texts.map((bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes)));
}

function utf16(text: string, little: boolean): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), little);
  return bytes;
}

/** `bytes` cut at random places. */
function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((to, i) => bytes.slice(places[i], to)).filter((piece) => piece.length > 0);
}

const encoder = new TextEncoder();

Deno.test("UTF-16 with a mark becomes the same text in UTF-8, wherever the pieces are cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), fc.array(fc.nat()), (text, little, cuts) => {
      const given = read(pieces(utf16(`\ufeff${text}`, little), cuts));
      assertEquals(given, [new TextDecoder().decode(encoder.encode(`x${text}`)).slice(1)]);
    }),
  );
});

Deno.test("the mark of UTF-8 is taken away and all else passes through, wherever the pieces are cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), fc.array(fc.nat()), (text, mark, cuts) => {
      fc.pre(!text.startsWith("\ufeff"));
      const bytes = encoder.encode((mark ? "\ufeff" : "") + text);
      assertEquals(read(pieces(bytes, cuts)), [new TextDecoder().decode(encoder.encode(text))]);
    }),
  );
});

Deno.test("a mark is looked for again after a BREAK, and half a character ends there", () => {
  const little = utf16("\ufeffone\n", true);
  const steps = [
    little,
    new Uint8Array([0x3d, 0xd8]),
    BREAK,
    encoder.encode("\ufefftwo\n"),
    BREAK,
    encoder.encode("three\n"),
  ];
  assertEquals(read(steps), ["one\n\ufffd", "two\n", "three\n"]);
});

Deno.test("lone surrogates and an odd last byte become U+FFFD", () => {
  const bytes = Uint8Array.from([0xfe, 0xff, 0xdc, 0x00, 0x00, 0x41, 0xd8, 0x00, 0x00, 0x42, 0x00]);
  assertEquals(read([bytes]), ["\ufffdA\ufffdB\ufffd"]);
});

Deno.test("bytes too few for a mark are given when the source ends", () => {
  assertEquals(read([new Uint8Array([0x41])]), ["A"]);
  assertEquals(read([new Uint8Array([0xef])]), ["\ufffd"]);
  assertEquals(read([new Uint8Array([0xef, 0xbb]), NOTHING, BREAK, encoder.encode("b")]), ["\ufffd", "b"]);
});

Deno.test("CRLF, NUL and invalid UTF-8 pass through", () => {
  const source = new DecodedSource(scripted([Uint8Array.from([0x61, 13, 10, 0, 0xff, 10])]));
  const into = new Uint8Array(1 << 16);
  assertEquals([...into.subarray(0, source.read(into))], [0x61, 13, 10, 0, 0xff, 10]);
});

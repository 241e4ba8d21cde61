import { assertEquals } from "@std/assert";
import { ExceptionLine } from "../../../src/analysis/patterns/exception_class.ts";

function lineOf(body: string): string | null {
  const line = new ExceptionLine();
  const bytes = new TextEncoder().encode(`x${body}\nnext`);
  const length = line.read(bytes, new DataView(bytes.buffer), 1, bytes.length - 5);
  return length < 0 ? null : new TextDecoder().decode(line.bytes.subarray(0, length));
}

Deno.test("a first line and the exception whose trace follows it are one line", () => {
  assertEquals(
    lineOf("handler threw:\njava.lang.OutOfMemoryError: Java heap space\n\tat a.B.c(B.java:1)"),
    "handler threw: java.lang.OutOfMemoryError",
  );
  assertEquals(lineOf("not done\nTypeError: x is undefined\n    at f (a.js:1:2)"), "not done: TypeError");
  assertEquals(
    lineOf(
      'not done\nTraceback (most recent call last):\n  File "a.py", line 1, in f\nshop.errors.NoPriceError: 7',
    ),
    "not done: shop.errors.NoPriceError",
  );
  // What was raised has more to say.
  assertEquals(
    lineOf(
      'not done\nTraceback (most recent call last):\n  File "a.py", line 1, in f\n' +
        'sqlalchemy.exc.OperationalError: (pymysql.err.OperationalError) (1045, "Access denied")\n(Background on this error at: …)',
    ),
    "not done: sqlalchemy.exc.OperationalError",
  );
});

Deno.test("a first line with other lines behind it stays alone", () => {
  for (
    const body of [
      "one line",
      "raised KeyError('a')\nshop.KeyError: a",
      "java.lang.IllegalStateException: broken\n\tat a.B.c(B.java:1)",
      "two lines\nThe Error: is no name",
      "query\nSELECT 1",
      "\njava.lang.Error: x",
      'done\nTraceback (most recent call last):\n  File "a.py", line 1, in f',
    ]
  ) assertEquals(lineOf(body), null, body);
});

import { VARIABLE } from "./line_tokens.ts";
import { CUT, type Shapes, TOKEN_STRIDE } from "./shapes.ts";

const decoder = new TextDecoder();

/** The text of a shape with `<kind>` for its variables; spacing and case are those of its first line. */
export function templateOf(shapes: Shapes, shape: number, kindOf: (text: string) => string): string {
  const base = shapes.tokenFrom[shape] * TOKEN_STRIDE;
  const start = shapes.textFrom[shape];
  const textOf = (from: number, to: number) => decoder.decode(shapes.text.subarray(start + from, start + to));
  let template = "";
  let end = 0;
  for (let i = 0; i < shapes.tokenCount[shape]; i++) {
    const mark = shapes.tokens[base + i * TOKEN_STRIDE + 2];
    if ((mark & VARIABLE) === 0) continue;
    const place = shapes.tokens[base + i * TOKEN_STRIDE + 3];
    const from = place & 0xffff;
    template += textOf(end, from);
    end = from + (place >>> 16);
    template += `<${kindOf(textOf(from, end))}>`;
  }
  template += textOf(end, shapes.textLength[shape]);
  return (shapes.flags[shape] & CUT) !== 0 ? template + " …" : template;
}

/** JSON that is no object, list or text. */
const SCALAR = /^[ \t\r\n]*(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)[ \t\r\n]*$/;
const COMPOUND = /^[ \t\r\n]*["[{]/;
/** What begins a list or an object that only JSON writes: `[1042]` is Go's as well. */
const COMPOUND_ONLY = /^(?:\[["{]|\{["}])/;

/** Whether a text is JSON of any kind. Only what begins like more than a scalar is parsed: a text that is none throws, which is slow. */
export function isJson(text: string): boolean {
  if (!COMPOUND.test(text)) return SCALAR.test(text);
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is an object of JSON, or a list of texts or objects. */
export function isCompound(text: string): boolean {
  return COMPOUND_ONLY.test(text) && isJson(text);
}

const decoder = new TextDecoder();

/** Whether the object of JSON [from, to) has a severity and a message of its own. */
export function isTellingObject(bytes: Uint8Array, from: number, to: number): boolean {
  const text = decoder.decode(bytes.subarray(from, to));
  return /"(level|severity|lvl)": ?["\d]/.test(text) && /"(msg|message)": ?"/.test(text);
}

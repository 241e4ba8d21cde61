/** The larger array with what the other holds at its start. */
export function grown<A extends Uint8Array | Int16Array | Int32Array | Float64Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
}

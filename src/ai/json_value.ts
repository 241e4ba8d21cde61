/** Reading JSON from servers: nothing of its shape is taken for granted. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The value behind some keys and indexes; undefined where there is none. */
export function at(value: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let here = value;
  for (const step of path) {
    if (Array.isArray(here)) here = typeof step === "number" ? here[step] : undefined;
    else if (here !== null && typeof here === "object") {
      here = Object.hasOwn(here, step) ? here[step] : undefined;
    } else return undefined;
  }
  return here;
}

export function textAt(value: Json | undefined, ...path: (string | number)[]): string | null {
  const found = at(value, ...path);
  return typeof found === "string" ? found : null;
}

export function numberAt(value: Json | undefined, ...path: (string | number)[]): number | null {
  const found = at(value, ...path);
  return typeof found === "number" ? found : null;
}

export function listAt(value: Json | undefined, ...path: (string | number)[]): Json[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The value of JSON text; undefined if it is not. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

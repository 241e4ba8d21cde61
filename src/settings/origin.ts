/** Where a value came from. */
export type Origin =
  | { readonly kind: "flag"; readonly name: string }
  | { readonly kind: "variable"; readonly name: string }
  | { readonly kind: "file"; readonly path: string; readonly line: number }
  | { readonly kind: "default" };

/** The flag or variable by the name that was used, `path:line`, or `default`. */
export function originText(origin: Origin): string {
  switch (origin.kind) {
    case "flag":
    case "variable":
      return origin.name;
    case "file":
      return `${origin.path}:${origin.line}`;
    case "default":
      return "default";
  }
}

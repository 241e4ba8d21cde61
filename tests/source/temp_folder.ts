import { join } from "node:path";

/** A folder of its own for a test, removed afterwards. */
export class TempFolder {
  readonly path = Deno.makeTempDirSync();

  /** The path of `name` in the folder, with `content` written to it if it is given. */
  file(name: string, content?: string | Uint8Array): string {
    const path = join(this.path, name);
    if (typeof content === "string") Deno.writeTextFileSync(path, content);
    else if (content !== undefined) Deno.writeFileSync(path, content);
    return path;
  }

  /** Runs a system program in the folder; null if there is none or it fails. */
  run(command: string, ...args: string[]): Uint8Array | null {
    try {
      const { success, stdout } = new Deno.Command(command, { args, cwd: this.path, stderr: "null" })
        .outputSync();
      return success ? stdout : null;
    } catch {
      return null;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.path, { recursive: true });
  }
}

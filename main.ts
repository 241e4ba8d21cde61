import { run } from "./src/app.ts";
import { reportBug } from "./src/cli/diagnostics.ts";
import { tell } from "./src/cli/output.ts";
import { UserError } from "./src/record/user_error.ts";
import { HERE } from "./src/settings/places.ts";

/** Exit statuses besides these: 3 a rule of `report` failed, 4 and up causes of `ask`, 130 a second SIGINT. */
const DONE = 0;
const FAILED = 1;

globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  leave(event.reason);
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  leave(event.error);
});

try {
  Deno.exit(await run(Deno.args));
} catch (error) {
  leave(error);
}

/** Says what went wrong and ends the program. Nobody reading the output any more is a normal end. */
function leave(error: unknown): never {
  if (error instanceof Deno.errors.BrokenPipe) Deno.exit(DONE);
  if (error instanceof UserError) {
    tell(error.message);
    Deno.exit(error.exitCode);
  }
  reportBug(error, HERE);
  Deno.exit(FAILED);
}

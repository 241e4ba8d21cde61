import { assertStringIncludes } from "@std/assert";
import { usualLog } from "../ai/log_engine.ts";
import { answerEvents, chunk, ModelServer, sse } from "../ai/model_server.ts";
import { PtyProgram } from "./pty.ts";

Deno.test({
  name:
    "the dashboard asks a model, shows its answer, jumps to a cited line, and Esc cancels the next question",
  ignore: Deno.build.os === "windows",
  async fn() {
    const folder = await Deno.makeTempDir();
    await Deno.writeTextFile(`${folder}/app.log`, usualLog(300, { 250: "ERROR db gone away" }));
    await using server: ModelServer = new ModelServer((_request, number) =>
      sse(
        number === 1
          ? server.body(answerEvents("The **db** went [#251]."))
          : server.body([chunk({ content: "slow" })], "stall"),
      )
    );
    const program = new PtyProgram({
      args: ["app.log"],
      cwd: folder,
      env: {
        OPENAI_API_BASE: `${server.origin}/v1`,
        WEIR_AI_MODEL: "some-model",
        XDG_STATE_HOME: folder,
        XDG_CONFIG_HOME: folder,
      },
    });
    try {
      await program.waitFor("job 298 done");
      program.press("i");
      await program.waitFor("1  What went wrong");
      program.press("1");
      await program.waitFor("The db went [#251].");
      await program.waitFor("100 tokens in, 20 out");
      // Loading the model's worker wrote to the terminal; the lowest row is there all the same.
      await program.waitFor("Esc back   ? keys");
      program.press("n", "enter");
      await program.waitFor("db gone away");
      program.press("c");
      await program.waitFor("Ask ");
      program.send("and why?\r");
      await program.waitFor("slow");
      program.press("esc");
      await program.waitFor("Cancelled");
      await server.untilCancelled();
      program.press("w");
      await program.waitFor("Saved as weir-");
      const saved = Array.from(Deno.readDirSync(folder), ({ name }) => name).find((name) =>
        name.endsWith(".md")
      );
      const text = await Deno.readTextFile(`${folder}/${saved}`);
      assertStringIncludes(text, "The **db** went [#251].");
    } finally {
      await program.stop();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

import { assertEquals, assertThrows } from "@std/assert";
import { Memory } from "../../src/cli/remembered.ts";
import type { Remembered } from "../../src/dashboard/state.ts";

const REMEMBERED: Remembered = {
  columns: [{ name: "message", shown: true }],
  hidden: [],
  zoomed: null,
  saved: [],
};

function memoryIn(folder: string): Memory {
  const environment = (name: string) => name === "XDG_STATE_HOME" ? folder : undefined;
  return new Memory({ environment, windows: false });
}

Deno.test(
  "what is written is read again, and nothing else is left",
  { ignore: Deno.build.os === "windows" },
  async () => {
    const folder = await Deno.makeTempDir();
    try {
      memoryIn(folder).write(REMEMBERED);
      assertEquals(memoryIn(folder).read((problem) => assertEquals(problem, "")), REMEMBERED);
      assertEquals([...Deno.readDirSync(`${folder}/weir`)].map(({ name }) => name), ["dashboard.json"]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
);

Deno.test("what cannot be written names the folder and leaves nothing", {
  ignore: Deno.build.os === "windows",
}, async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/weir/dashboard.json/in/the/way`, { recursive: true });
    assertThrows(
      () => memoryIn(folder).write(REMEMBERED),
      Error,
      `The dashboard's layout and saved filters cannot be saved in ${folder}/weir: `,
    );
    assertEquals([...Deno.readDirSync(`${folder}/weir`)].length, 1);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

import { assertEquals } from "@std/assert";
import { summaryOfFiles } from "./find_in.ts";
import { END, MINUTE, random, START } from "./randomness.ts";

Deno.test("the first line of a finding is one of what its title names, of a silence the last one before it", async () => {
  const next = random(3);
  const orders: string[] = [];
  const payments: string[] = [];
  const said = { failed: "", poll: "" };
  for (let time = START, i = 0; time < END; time += 20_000, i++) {
    const at = (after: number) => new Date(time + after).toISOString();
    const failing = time >= START + 235 * MINUTE && time < START + 280 * MINUTE && next() < 0.5;
    orders.push(`${at(0)} INFO order ${i} received`);
    if (time < START + 330 * MINUTE) payments.push(said.poll = `${at(50)} DEBUG poll of the bank is well`);
    payments.push(failing ? `${at(100)} ERROR charge failed` : `${at(100)} INFO charge authorised`);
    if (failing) said.failed ||= payments.at(-1)!;
    if (failing && time >= START + 240 * MINUTE) {
      orders.push(`${at(200)} ERROR order ${i} failed: payment was not taken`);
    }
  }
  const texts = [{ name: "orders.log", text: orders }, { name: "payments.log", text: payments }];
  const { findings } = await summaryOfFiles(
    texts.map(({ name, text }) => ({ name, text: text.join("\n") + "\n" })),
  );
  const lineOf = (title: string) => {
    const { lines: [{ source, line }] } = findings.find((finding) => finding.title === title)!;
    return texts.find(({ name }) => source.endsWith(name))!.text[line - 1];
  };
  assertEquals(lineOf("New error: charge failed"), said.failed);
  assertEquals(lineOf("Vanished: poll of the bank is well"), said.poll);
});

import { assertEquals } from "@std/assert";
import { KeyGraph } from "../../src/format/json/key_graph.ts";
import { KeyTable } from "../../src/record/key_table.ts";

Deno.test("the ten thousand keys that each of a log's records has are not learned anew with each", () => {
  const graph = new KeyGraph(new KeyTable());
  const nodesOf = () => {
    graph.refresh();
    return Array.from({ length: 10_000 }, (_, at) => {
      const name = new TextEncoder().encode(`key_${at}`.padEnd(24));
      return graph.child(0, name, new DataView(name.buffer), 0, name.length - 8);
    });
  };
  const first = nodesOf();
  // Another order: what was forgotten would have other numbers.
  graph.refresh();
  const last = new TextEncoder().encode("key_9999".padEnd(24));
  assertEquals(graph.child(0, last, new DataView(last.buffer), 0, last.length - 8), first[9_999]);
  assertEquals(nodesOf(), first);
});

import { assertEquals, assertMatch } from "@std/assert";
import { raw } from "./raw_http.ts";
import { receiving, until } from "./receiving_engine.ts";

const HEAD = "POST /v1/logs HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
const jsonOf = (text: string) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: text } }] }] }] });
const encoder = new TextEncoder();

async function connectTo(url: string): Promise<Deno.Conn> {
  const { hostname, port } = new URL(url);
  return await Deno.connect({ hostname, port: Number(port) });
}

async function writeAll(connection: Deno.Conn, text: string): Promise<void> {
  let bytes = encoder.encode(text);
  while (bytes.length > 0) bytes = bytes.subarray(await connection.write(bytes));
}

Deno.test({
  name: "OTLP 16: who says that it will close, and closes its half behind a long or a slow body, is served",
  // Deno 2.6 answers nothing once a half is closed.
  ignore: Deno.version.deno.startsWith("2.6."),
  async fn() {
    await receiving(async (engine) => {
      for (const size of [10, 100_000, 1_200_000]) {
        const body = jsonOf("x".repeat(size));
        const head = `${HEAD}connection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
        assertMatch(await raw(engine.http, head, body), /^HTTP\/1\.1 200 /);
        const requests = engine.health.requests["http/json"] ?? 0;
        const connection = await connectTo(engine.http);
        await writeAll(connection, head + body.slice(0, 20));
        await until(() => (engine.health.requests["http/json"] ?? 0) > requests, "the head");
        await writeAll(connection, body.slice(20));
        await connection.closeWrite();
        assertMatch(await new Response(connection.readable).text(), /^HTTP\/1\.1 200 /);
      }
      const cut = await raw(engine.http, `${HEAD}connection: close\r\ncontent-length: 100\r\n\r\n{`);
      assertMatch(cut, /^(?:HTTP\/1\.1 400 |$)/);
      assertEquals((await engine.settled()).length, 6);
    });
  },
});

Deno.test("those who announce large bodies and send nothing of them take no room from others", async () => {
  await receiving(async (engine) => {
    const connections: Deno.Conn[] = [];
    for (let n = 0; n < 20; n++) {
      const connection = await connectTo(engine.http);
      await writeAll(connection, `${HEAD}content-length: ${10 << 20}\r\n\r\n{`);
      connections.push(connection);
    }
    await until(() => engine.health.requests["http/json"] === 20, "their heads");
    const response = await fetch(engine.http, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: jsonOf("quick"),
    });
    assertEquals([response.status, await response.text()], [200, "{}"]);
    for (const connection of connections) connection.close();
    await until(() => engine.health.waiting === 0, "their room");
    assertEquals((await engine.settled()).map(({ body }) => body), ["quick"]);
  }, { maxMessageBytes: 10 << 20 });
});

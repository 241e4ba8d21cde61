import { assert, assertEquals } from "@std/assert";
import { Redactor } from "../../src/ai/redaction.ts";

// Put together here, so that no scanner takes the tests for leaked keys.
const FAKE = {
  openai: `sk-${"proj-"}${"Ab1".repeat(10)}`,
  github: `ghp_${"a1B2".repeat(9)}`,
  aws: `AKIA${"ABCD1234".repeat(2)}`,
  slack: `xoxb-${"123456789012-abcdefABCDEF"}`,
  jwt: `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0In0"}.${"dozjgNryP4J3jVmNHl0w5N"}`,
};

Deno.test("secrets become placeholders, and what is none stays", () => {
  const cases: [string, string][] = [
    ["mail to a.b+c@example.co.uk failed", "mail to <email-1> failed"],
    [`key ${FAKE.openai} used`, "key <key-1> used"],
    [`remote ${FAKE.github}`, "remote <key-1>"],
    [`id ${FAKE.aws}.`, "id <key-1>."],
    [`hook ${FAKE.slack}`, "hook <token-1>"],
    [`jwt ${FAKE.jwt} bad`, "jwt <token-1> bad"],
    ["Authorization: Bearer abc.def-123456", "Authorization: Bearer <token-1>"],
    ["password=hunter2 user=bob", "password=<password-1> user=bob"],
    ['{"password": "two words", "a": 1}', '{"password": "<password-1>", "a": 1}'],
    ["DB_PASSWORD='x y z'", "DB_PASSWORD='<password-1>'"],
    ["api_key: 12345678, next", "api_key: <password-1>, next"],
    ["postgres://app:s3cret@db:5432/x", "postgres://app:<password-1>@db:5432/x"],
    ["card 4111 1111 1111 1111 declined", "card <card-1> declined"],
    ["card 4111-1111-1111-1112 has a wrong check digit", "card 4111-1111-1111-1112 has a wrong check digit"],
    ["took 1732190400000 ns, order 20261121120000000", "took 1732190400000 ns, order 20261121120000000"],
    ["token expired; password: null; tokens=512", "token expired; password: null; tokens=512"],
    ["GET /items/4711?x=1 200 10.0.0.1", "GET /items/4711?x=1 200 10.0.0.1"],
    [
      "-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----\nafter",
      "<private-key-1>\nafter",
    ],
    ["MIIEpAIBAAKCAQEA7bq3mMlkfdjsalkfjdslkfjdslkfjdslkfjdslkfjdsABCDEFG", "<key-material-1>"],
  ];
  for (const [text, expected] of cases) assertEquals(new Redactor().redact(text), expected);
});

Deno.test("one text has one placeholder, others have others, and a model's use of them is undone", () => {
  const redactor = new Redactor();
  assertEquals(redactor.redact("a@x.org b@x.org a@x.org"), "<email-1> <email-2> <email-1>");
  assertEquals(redactor.redact("again b@x.org"), "again <email-2>");
  assertEquals(
    redactor.restore('{"filter":"user=<email-2> <email-9>"}'),
    '{"filter":"user=b@x.org <email-9>"}',
  );
  assertEquals([...redactor.counts], [["email", 2]]);
});

Deno.test("expressions of the configuration come first", () => {
  const redactor = new Redactor(["customer-\\d+", "Müller"]);
  assertEquals(redactor.redact("customer-12 Müller customer-12"), "<redacted-1> <redacted-2> <redacted-1>");
});

Deno.test("redacting again changes nothing, and hostile text is done in time", () => {
  const redactor = new Redactor();
  const once = redactor.redact("password=abc Authorization: Bearer abcdefgh12 mail a@b.org");
  assertEquals(redactor.redact(once), once);
  const began = performance.now();
  for (
    const text of [
      "a".repeat(200_000),
      "a@".repeat(50_000),
      "1 ".repeat(50_000),
      "://".repeat(50_000),
      "password=".repeat(20_000),
      "token".repeat(20_000),
    ]
  ) {
    redactor.redact(text);
  }
  assert(performance.now() - began < 5000, `${performance.now() - began} ms`);
});

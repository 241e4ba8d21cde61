import { assert, assertEquals } from "@std/assert";
import { Redactor } from "../../src/ai/redaction.ts";

// Put together here, so that no scanner takes the tests for leaked keys.
const FAKE = {
  openai: `sk-${"proj-"}${"Ab1".repeat(10)}`,
  github: `ghp_${"a1B2".repeat(9)}`,
  aws: `AKIA${"ABCD1234".repeat(2)}`,
  slack: `xoxb-${"123456789012-abcdefABCDEF"}`,
  stripe: `sk_${"live_4eC39HqLyjWDarjtT1zdp7dc"}`,
  hook: `T0000000/B0000000/${"abcdEFGH".repeat(3)}`,
  mail: `SG.${"ngeVfQFYQlKU0ufo8x5d1A"}.${"TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc"}`,
  vault: `hvs.${"CAESIJlW4abc".repeat(3)}`,
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
    [`paid with ${FAKE.stripe}`, "paid with <key-1>"],
    [`https://hooks.slack.com/services/${FAKE.hook}`, "https://hooks.slack.com/services/<token-1>"],
    [`mailer ${FAKE.mail}, vault ${FAKE.vault}`, "mailer <key-1>, vault <token-1>"],
    ["postgres://app:p@ss@db:5432/x?a=b@c", "postgres://app:<password-1>@db:5432/x?a=b@c"],
    [
      "Server=db;User Id=sa;Password=Pa$$w0rd!;Encrypt=true",
      "Server=db;User Id=sa;Password=<password-1>;Encrypt=true",
    ],
    [`AccountKey=${"Eby8vdM0".repeat(5)}==;Suffix=x`, "AccountKey=<password-1>;Suffix=x"],
    ["/c/blob?sv=2020&sig=abc%2Bdefgh%3D&se=2026", "/c/blob?sv=2020&sig=<token-1>&se=2026"],
    ["Cookie: theme=dark; session=abc123def", "Cookie: <password-1>"],
    ["curl -u admin:hunter2 --password hunter3", "curl -u admin:<password-1> --password <password-2>"],
    ["logged in with password hunter2", "logged in with password <password-1>"],
    ["card 378282246310005, card 6011 0009 9013 9424", "card <card-1>, card <card-2>"],
    ["X-Auth-Token: FwoGZXIvYXdzEXAMPLE", "X-Auth-Token: <password-1>"],
    ["mail to 'ann.o'neil+x@shop.example'", "mail to '<email-1>'"],
    ["MIIEpAIBAAKCAQEA7bq3mMlkfdjsalkfjdslkfjdslkfjdslkfjdslkfjdsABCDEFG", "<key-material-1>"],
  ];
  for (const [text, expected] of cases) assertEquals(new Redactor().redact(text), expected);
});

Deno.test("ids, digests, paths and what is said about secrets stay", () => {
  for (
    const text of [
      "user 550e8400-e29b-41d4-a716-446655440000 created, trace_id=4bf92f3577b34da6a3ce929d0e0e4736",
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      "/var/lib/docker/overlay2/0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9/merged",
      "invalid token: unexpected ')' at line 3",
      "Failed password for invalid user admin from 173.234.31.186 port 38926 ssh2",
      'password authentication failed for user "bob", password must be changed',
      "blk_-1608999687919862906 of size 67108864, ts=1795286293577775318",
      "offset 4000000000000002000 partition 3, order 2000000000000006",
      "cache_key=items:70240 session_id=42 max_tokens=8192",
      "http://10.0.0.1:8080/a?user=x",
    ]
  ) assertEquals(new Redactor().redact(text), text);
});

Deno.test("one text has one placeholder, others have others, and a model's use of them is undone", () => {
  const redactor = new Redactor();
  assertEquals(redactor.redact("a@x.org b@x.org a@x.org"), "<email-1> <email-2> <email-1>");
  assertEquals(redactor.redact("again b@x.org"), "again <email-2>");
  assertEquals(
    redactor.restore('{"filter":"user=<email-2> <email-9>"}'),
    '{"filter":"user=b@x.org <email-9>"}',
  );
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
      "a".repeat(60_000),
      "a@".repeat(15_000),
      "1 ".repeat(15_000),
      "://".repeat(15_000),
      "password=".repeat(8_000),
      "token".repeat(8_000),
      "cookie: " + "a=b;".repeat(15_000),
      "password " + "a".repeat(15_000),
      "://a:b".repeat(15_000),
      "a.".repeat(15_000),
      "eyJ-".repeat(15_000),
      "--a-".repeat(15_000),
    ]
  ) {
    redactor.redact(text);
  }
  assert(performance.now() - began < 5000, `${performance.now() - began} ms`);
});

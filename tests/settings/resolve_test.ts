import { assertEquals, assertThrows } from "@std/assert";
import { UserError } from "../../src/record/user_error.ts";
import { parseConfig } from "../../src/settings/config_text.ts";
import { rawText } from "../../src/settings/raw.ts";
import { resolve } from "../../src/settings/resolve.ts";
import type { SettingName } from "../../src/settings/table.ts";

interface Given {
  flags?: [SettingName, string, string][];
  variables?: Record<string, string>;
  yaml?: string;
}

function settle({ flags = [], variables = {}, yaml }: Given) {
  return resolve({
    flags: flags.map(([setting, flag, text]) => ({ setting, flag, raw: rawText(text) })),
    environment: (name) => variables[name],
    file: yaml === undefined ? null : { path: "/etc/c.yml", ...parseConfig("/etc/c.yml", yaml) },
    names: { skins: ["default", "dracula"], formats: ["json", "logfmt"] },
    home: "",
    folder: null,
  });
}

/** Each a given thing and all that is said of it. */
const MISTAKES: [Given, string][] = [
  [
    { variables: { TOOL_LOG_BUFFER: "0" } },
    "Cannot set log-buffer to '0' (TOOL_LOG_BUFFER): must be a whole number from 1 to 100000",
  ],
  [
    { flags: [["log-buffer", "-b", "100001"]] },
    "Cannot set log-buffer to '100001' (-b): must be a whole number from 1 to 100000",
  ],
  [
    { yaml: "\nmemory-size: 1e9\n" },
    "Cannot set memory-size to '1e9' (/etc/c.yml:2): must be a whole number from 100 to 1000000",
  ],
  [
    { flags: [["update-interval", "--update-interval", "5parsecs"]] },
    "Cannot set update-interval to '5parsecs' (--update-interval): unit must be one of ms, s, m, h",
  ],
  [
    { flags: [["update-interval", "-u", "0s"]] },
    "Cannot set update-interval to '0s' (-u): must be a duration from 10ms to 24h",
  ],
  [
    { flags: [["timeout", "--timeout", "0"]] },
    "Cannot set timeout to '0' (--timeout): must be a whole number of at least 1",
  ],
  [
    { flags: [["skin", "--skin", "drakula"]] },
    "Cannot set skin to 'drakula' (--skin): must be one of default, dracula; did you mean dracula?",
  ],
  [
    { variables: { WEIR_FORMAT: "jsno" } },
    "Cannot set format to 'jsno' (WEIR_FORMAT): must be one of auto, json, logfmt; did you mean json?",
  ],
  [
    { variables: { WEIR_FOLLOW: "maybe" } },
    "Cannot set follow to 'maybe' (WEIR_FOLLOW): must be true or false",
  ],
  [
    { flags: [["files", "-f", ""]] },
    "Cannot set files to '' (-f): must be a path, paths separated by commas, a glob, or - for standard input",
  ],
  [
    { flags: [["otlp-host", "--otlp-host", ""]] },
    "Cannot set otlp-host to '' (--otlp-host): must be a host name or an address",
  ],
  [
    { yaml: "log-bufer: 5\nskin: dracola\n" },
    "/etc/c.yml:1: unknown key 'log-bufer'; did you mean log-buffer?\n" +
    "Cannot set skin to 'dracola' (/etc/c.yml:2): must be one of default, dracula; did you mean dracula?",
  ],
  [
    { yaml: "log-buffer: [1, 2]" },
    "Cannot set log-buffer to a list (/etc/c.yml:1): must be a whole number from 1 to 100000",
  ],
  [
    { yaml: "follow: [true]\n" },
    "Cannot set follow to a list (/etc/c.yml:1): must be true or false",
  ],
  [
    { flags: [["time-zone", "--time-zone", "Mars/Olympus"]] },
    "Cannot set time-zone to 'Mars/Olympus' (--time-zone): must be local, UTC, an offset such as +02:00 or a name such as Europe/Berlin",
  ],
  [
    { yaml: "providers:\n  here:\n    provider: ollama\n    port: 99999\n" },
    "Cannot set providers.here.port to '99999' (/etc/c.yml:4): must be a whole number from 1 to 65535",
  ],
  [
    { yaml: "formats:\n  mine: '(?<body>.*)'\n  json: '(?<body>.*)'\n" },
    "Cannot set formats.json (/etc/c.yml:3): weir already has a format with that name",
  ],
  [
    { yaml: "formats:\n  mine: '(?<body>.*'\n" },
    "Cannot set formats.mine to '(?<body>.*' (/etc/c.yml:2): must be a regular expression with named groups, such as " +
    "(?<time>…) (?<severity>…) (?<body>…): unterminated group",
  ],
  [
    { variables: { OPENAI_BASE_URL: "localhost:1234/v1" } },
    "Cannot set api-base to 'localhost:1234/v1' (OPENAI_BASE_URL): must be an address that begins with http:// or https://",
  ],
  [
    { variables: { PROVIDER_API_BASE: "http://localhost:1234", WEIR_AI_PROVIDER: "lmstudio" } },
    "Cannot set api-base to 'http://localhost:1234' (PROVIDER_API_BASE): the address for lmstudio must end with /v1",
  ],
  [
    { variables: { PROVIDER_API_BASE: "http://localhost:11434/v1/" }, yaml: "ai-provider: ollama" },
    "Cannot set api-base to 'http://localhost:11434/v1' (PROVIDER_API_BASE): the address for ollama must not end with /v1",
  ],
  [
    { flags: [["otlp-tls-cert", "--otlp-tls-cert", "a.pem"]] },
    "Cannot use otlp-tls-cert (--otlp-tls-cert) without otlp-tls-key: set both or neither",
  ],
  [
    { variables: { WEIR_OTLP_ENABLED: "true" }, flags: [["otlp-http-port", "--otlp-http-port", "4317"]] },
    "Cannot set otlp-http-port to '4317' (--otlp-http-port): otlp-grpc-port already uses it",
  ],
  [
    { variables: { WEIR_OTLP_ENABLED: "true", WEIR_OTLP_GRPC_PORT: "4318" } },
    "Cannot set otlp-grpc-port to '4318' (WEIR_OTLP_GRPC_PORT): otlp-http-port already uses it",
  ],
];

for (const [given, message] of MISTAKES) {
  Deno.test(`a mistake is told with its place: ${message}`, () => {
    const error: UserError = assertThrows(() => settle(given), UserError);
    assertEquals(error.message, message);
    assertEquals(error.exitCode, 2);
  });
}

Deno.test("all values that cannot be used are told at once, those that are overruled are not", () => {
  const error: UserError = assertThrows(
    () =>
      settle({
        variables: { WEIR_SKIN: "x", WEIR_LOG_BUFFER: "x", WEIR_FOLLOW: "x" },
        flags: [["follow", "--follow", "true"]],
      }),
    UserError,
  );
  assertEquals(error.message.split("\n").map((line) => line.split(" to ")[0]), [
    "Cannot set skin",
    "Cannot set log-buffer",
  ]);
});

Deno.test("no secret is ever part of a message or of what is shown", () => {
  const secret = "sk-very-secret-123456";
  const mistakes: Given[] = [
    { variables: { OPENAI_API_KEY: `${secret} with a space` } },
    { variables: { OPENAI_API_BASE: `htp://me:${secret}@host/v1` } },
    { variables: { OPENAI_API_BASE: `https://[/v1?key=${secret}` } },
    { yaml: `api-key: [${secret}]` },
    { yaml: `api-key: "${secret}` },
    { yaml: `api-key: *${secret}` },
    { yaml: secret },
    { yaml: `api-key: ${secret}\n ${secret}: }` },
    { yaml: `providers: {a: {provider: ollama, endpoint: "http://me:${secret}@h/v1"}}` },
  ];
  for (const given of mistakes) {
    const { message }: UserError = assertThrows(() => settle(given), UserError);
    assertEquals(message.includes(secret), false, message);
  }
  const settings = settle({
    variables: { OPENAI_API_KEY: secret, OPENAI_API_BASE: `https://me:${secret}@host/v1?key=${secret}` },
    yaml:
      `otlp-bearer-token: ${secret}\nproviders: {a: {endpoint: "https://${secret}@host"}, b: {api_key: ${secret}}}\n`,
  });
  assertEquals(settings.get("api-key"), secret);
  const all = JSON.stringify(settings.shown()) + settings.warnings.join();
  assertEquals(all.includes(secret), false, all);
});

Deno.test("unknown keys are remarks that name the nearest known one and their line", () => {
  const settings = settle({
    yaml:
      "skim: nord\nlog-buffer: 5\nproviders:\n  a: {modle: x}\nconfig: other.yml\nmodel-preferences: {error: x}\n",
  });
  assertEquals(settings.get("log-buffer"), 5);
  assertEquals(settings.warnings, [
    "/etc/c.yml:1: unknown key 'skim'; did you mean skin?",
    "/etc/c.yml:5: unknown key 'config'",
    "/etc/c.yml:4: unknown key 'modle'; did you mean model?",
    "/etc/c.yml:6: unknown key 'error'; did you mean error-analysis?",
  ]);
});

Deno.test("names of formats and providers from the file can be chosen", () => {
  const yaml =
    "format: mine\nformats: {mine: '(?<body>.*)'}\nai-provider: here\nproviders: {here: {provider: ollama}}\n";
  const settings = settle({ yaml });
  assertEquals(settings.get("format"), "mine");
  assertEquals(settings.get("ai-provider"), "here");
});

Deno.test("control characters of a value reach no terminal", () => {
  const { message }: UserError = assertThrows(
    () => settle({ flags: [["skin", "-s", "\x1b[31mred\n"]] }),
    UserError,
  );
  assertEquals(message.split(" (")[0], "Cannot set skin to '\\x1b[31mred\\x0a'");
});

Deno.test("an empty list in the configuration says that there is none", () => {
  const settings = settle({ yaml: "files: []\nstop-words: []\nai-redact-patterns: []\n" });
  assertEquals([settings.get("files"), settings.get("stop-words")], [[], []]);
});

import { assertEquals } from "@std/assert";
import type { ConfigFile } from "../../src/settings/config_file.ts";
import { parseConfig } from "../../src/settings/config_text.ts";
import { originText } from "../../src/settings/origin.ts";
import { rawItem, rawText } from "../../src/settings/raw.ts";
import { type FlagValue, resolve } from "../../src/settings/resolve.ts";
import { SETTING_NAMES, type SettingName, settingOf } from "../../src/settings/table.ts";
import { variablesOf } from "../../src/settings/variables.ts";

/** Of each setting three values as written, for flag, variable and file, and as they are then shown. */
const SAMPLES: Record<SettingName, readonly [string, unknown][]> = {
  "files": [["a.log", ["a.log"]], ["b.log,c.log", ["b.log", "c.log"]], ["[d.log, e.log]", [
    "d.log",
    "e.log",
  ]]],
  "follow": [["true", true], ["false", false], ["true", true]],
  "format": [["json", "json"], ["syslog", "syslog"], ["logfmt", "logfmt"]],
  "formats": [["{mine: '(?<body>.*)'}", { mine: "(?<body>.*)" }]],
  "keys": [["{wrap: W}", { wrap: "W" }]],
  "time-zone": [["UTC", "UTC"], ["Europe/Berlin", "Europe/Berlin"], ["+02:00", "+02:00"]],
  "update-interval": [["500ms", "500ms"], ["2s", "2s"], ["1.5m", "1.5m"]],
  "skin": [["nord", "nord"], ["monokai", "monokai"], ["dracula", "dracula"]],
  "mouse": [["false", false], ["true", true], ["no", false]],
  "log-buffer": [["1", 1], ["100000", 100_000], ["77", 77]],
  "memory-size": [["100", 100], ["1000000", 1_000_000], ["777", 777]],
  "stop-words": [["foo,bar", ["foo", "bar"]], ["baz", ["baz"]], ["[qux]", ["qux"]]],
  "otlp-enabled": [["true", true], ["false", false], ["on", true]],
  "otlp-host": [["0.0.0.0", "0.0.0.0"], ["::1", "::1"], ["localhost", "localhost"]],
  "otlp-grpc-port": [["1024", 1024], ["65535", 65_535], ["5317", 5317]],
  "otlp-http-port": [["1024", 1024], ["65535", 65_535], ["5318", 5318]],
  "otlp-max-message-bytes": [["1024", 1024], ["4096", 4096], ["8192", 8192]],
  "otlp-bearer-token": [["one", "********"], ["two", "********"], ["three", "********"]],
  "otlp-tls-cert": [["a.pem", "a.pem"], ["b.pem", "b.pem"], ["~/c.pem", "/home/me/c.pem"]],
  "otlp-tls-key": [["a.key", "a.key"], ["b.key", "b.key"], ["c.key", "c.key"]],
  "otlp-cors-origins": [["*", ["*"]], ["http://a", ["http://a"]], ["[http://b]", ["http://b"]]],
  "ai-provider": [["openai", "openai"], ["azure", "azure"], ["compatible", "compatible"]],
  "ai-model": [["a", "a"], ["b", "b"], ["4.10", "4.10"]],
  "ai-auto-select": [["true", true], ["false", false], ["yes", true]],
  "ai-context-size": [["1", 1], ["2", 2], ["3", 3]],
  "ai-smart-context": [["false", false], ["true", true], ["false", false]],
  "ai-batch-requests": [["true", true], ["false", false], ["true", true]],
  "ai-daily-token-limit": [["1", 1], ["2", 2], ["3", 3]],
  "ai-warn-at-usage": [["1", 1], ["2", 2], ["3", 3]],
  "ai-auto-downgrade": [["true", true], ["false", false], ["true", true]],
  "model-preferences": [["{error-analysis: big}", { "error-analysis": "big" }]],
  "providers": [["{here: {provider: ollama, priority: high}}", {
    here: { provider: "ollama", priority: 1 },
  }]],
  "ai-redact": [["always", "always"], ["remote", "remote"], ["always", "always"]],
  "ai-redact-patterns": [["[a+, b]", ["a+", "b"]]],
  "ai-prices": [["{m: {input: 1, output: 2.5}}", { m: { input: 1, output: 2.5 } }]],
  "api-key": [["one", "********"], ["two", "********"], ["three", "********"]],
  "api-base": [["http://a/v1", "http://a/v1"], ["http://b/v1/", "http://b/v1"], ["https://c", "https://c"]],
  "organization": [["a", "a"], ["b", "b"], ["c", "c"]],
  "org-id": [["a", "a"], ["b", "b"], ["c", "c"]],
  "api-type": [["azure", "azure"], ["b", "b"], ["c", "c"]],
  "api-version": [["2024-02-01", "2024-02-01"], ["b", "b"], ["2024-02-01", "2024-02-01"]],
  "client-id": [["a", "a"], ["b", "b"], ["c", "c"]],
  "use-managed-identity": [["true", true], ["true", true], ["false", false]],
  "timeout": [["5", 5], ["6", 6], ["7", 7]],
  "request-timeout": [["5", 5], ["6", 6], ["7", 7]],
  "max-retries": [["0", 0], ["1", 1], ["2", 2]],
  "backoff-factor": [["1", 1], ["2", 2], ["3", 3]],
  "retry-delay": [["0", 0], ["1", 1], ["2", 2]],
  "config": [["mine.yml", "mine.yml"]],
  "test-mode": [["true", true], ["false", false], ["true", true]],
};

interface Layers {
  flag?: FlagValue;
  variables?: Record<string, string>;
  file?: ConfigFile;
}

/** The setting as shown, and its origin, when only these layers give anything but what goes with it. */
function answer(name: SettingName, { flag, variables, file }: Layers): [unknown, string] {
  const settings = resolve({
    flags: [...flag ? [flag] : [], ...flag || variables || file ? companions(name) : []],
    environment: (variable) => variables?.[variable],
    file: file ?? null,
    names: { skins: ["default", "nord", "monokai", "dracula"], formats: ["json", "syslog", "logfmt"] },
    home: "/home/me",
    folder: null,
  });
  const shown = settings.shown().find((setting) => setting.name === name)!;
  return [shown.value, shown.origin];
}

/** A certificate needs a key, and a key a certificate. */
function companions(name: SettingName): FlagValue[] {
  const other = { "otlp-tls-cert": "otlp-tls-key", "otlp-tls-key": "otlp-tls-cert" }[name as string];
  return other ? [{ setting: other as SettingName, flag: `--${other}`, raw: rawText("other.pem") }] : [];
}

for (const name of SETTING_NAMES) {
  Deno.test(`${name}: flag beats variables beat file beats default, and each is named as the origin`, () => {
    const setting = settingOf(name);
    const samples = SAMPLES[name];
    const [[flagText, flagValue], [variableText, variableValue] = ["", null]] = samples;
    const [fileText, fileValue] = samples.at(-1)!;
    const variables = variablesOf(name);
    const layers: Layers = {};
    const byDefault = setting.default === null ? null : setting.kind.show(setting.default);
    assertEquals(answer(name, layers), [byDefault, "default"]);
    if (setting.inFile !== false) {
      const text = `# the settings\n${name}: ${fileText}\n`;
      layers.file = { path: "c.yml", ...parseConfig("c.yml", text) };
      assertEquals(answer(name, layers), [fileValue, "c.yml:2"]);
    }
    assertEquals(variables.length === 0, setting.family === null);
    for (const variable of variables.toReversed()) {
      layers.variables = { ...layers.variables, [variable]: variableText };
      assertEquals(answer(name, layers), [variableValue, variable]);
    }
    for (const flag of [setting.flag, setting.short]) {
      if (flag === undefined) continue;
      layers.flag = { setting: name, flag, raw: rawText(flagText) };
      assertEquals(answer(name, layers), [flagValue, flag]);
    }
  });
}

Deno.test("a variable answers to the product's name and to the general one, and the product's wins", () => {
  assertEquals(variablesOf("log-buffer"), ["WEIR_LOG_BUFFER", "TOOL_LOG_BUFFER"]);
  assertEquals(variablesOf("stop-words"), ["WEIR_STOP_WORDS", "TOOL_STOP_WORDS"]);
  assertEquals(variablesOf("api-base"), ["OPENAI_API_BASE", "OPENAI_BASE_URL", "PROVIDER_API_BASE"]);
  assertEquals(variablesOf("org-id"), ["OPENAI_ORG_ID", "PROVIDER_ORG_ID"]);
  assertEquals(variablesOf("client-id"), ["AZURE_CLIENT_ID", "CLOUD_CLIENT_ID"]);
});

Deno.test("an empty variable counts as not set", () => {
  assertEquals(answer("skin", { variables: { WEIR_SKIN: "", TOOL_SKIN: "nord" } }), ["nord", "TOOL_SKIN"]);
  assertEquals(answer("files", { variables: { TOOL_FILES: " " } }), [[], "default"]);
});

Deno.test("--timeout beats the variable of the request time-out, which beats timeout in the file", () => {
  const variables = { PROVIDER_REQUEST_TIMEOUT: "9" };
  const flag = { setting: "timeout", flag: "--timeout", raw: rawText("5") } as const;
  assertEquals(answer("request-timeout", { variables, flag }), [5, "--timeout"]);
  const file = { path: "c.yml", ...parseConfig("c.yml", "timeout: 7\n") };
  assertEquals(answer("request-timeout", { variables, file }), [9, "PROVIDER_REQUEST_TIMEOUT"]);
  assertEquals(answer("request-timeout", { file }), [7, "c.yml:1"]);
});

Deno.test("a file that is a plain argument has its name as the shell gave it", () => {
  const raw = rawItem(" lead, and trail.log ");
  const settings = resolve({
    flags: [{ setting: "files", flag: "argument", raw }],
    environment: () => undefined,
    file: null,
    names: { skins: null, formats: null },
    home: "",
    folder: null,
  });
  assertEquals(settings.get("files"), [" lead, and trail.log "]);
});

Deno.test("files given by several flags add up, other settings take the last", () => {
  const flags: FlagValue[] = [
    { setting: "files", flag: "-f", raw: rawText("a.log,b{1,2}.log") },
    { setting: "skin", flag: "-s", raw: rawText("nope") },
    { setting: "files", flag: "--file", raw: rawText("c\\,d.log") },
    { setting: "skin", flag: "--skin", raw: rawText("nord") },
  ];
  const names = { skins: ["nord"], formats: [] };
  const settings = resolve({
    flags,
    environment: () => undefined,
    file: null,
    names,
    home: "",
    folder: null,
  });
  assertEquals(settings.get("files"), ["a.log", "b{1,2}.log", "c,d.log"]);
  assertEquals(originText(settings.origin("files")), "-f");
  assertEquals(settings.get("skin"), "nord");
});

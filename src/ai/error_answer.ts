import { AiFailure } from "./failure.ts";
import { at, type Json, listAt, numberAt, parsed, textAt } from "./json_value.ts";
import { LONGEST_WAIT } from "./retry.ts";

/** What an error answer says, in whichever of the shapes that servers use. */
export interface ErrorWords {
  readonly message: string;
  readonly code: string;
  readonly param: string | null;
  /** Tokens that the server counted in what was too long; llama.cpp's tells. */
  readonly promptTokens?: number;
  /** Milliseconds after which to ask again; Gemini's tells (google.rpc.RetryInfo). */
  readonly wait?: number;
}

/** Characters of a server's own words that are shown. */
const MOST_WORDS = 300;

/** Reads the words of an error body: OpenAI's, vLLM's, FastAPI's and Ollama's shapes, or the title of a page. */
export function errorWords(body: string): ErrorWords {
  const whole = parsed(body);
  // Gemini's is a list of one.
  const json = Array.isArray(whole) ? whole[0] : whole;
  if (json === undefined || json === null || typeof json !== "object") {
    const title = /<(?:title|h1)[^>]*>([^<]*)/i.exec(body)?.[1] ?? (/^\s*</.test(body) ? "a web page" : body);
    return { message: shortened(title), code: "", param: null };
  }
  const error = at(json, "error") ?? json;
  if (typeof error === "string") {
    // OAuth's shape, which identity services use.
    const described = textAt(json, "error_description") ?? "";
    const message = described === "" ? error : `${error}: ${described}`;
    return { message: shortened(message), code: "", param: null };
  }
  const detail = at(json, "detail");
  const message = textAt(error, "message") ?? (typeof detail === "string" ? detail : null) ??
    textAt(detail, 0, "msg") ?? JSON.stringify(error);
  const inner = textAt(error, "innererror", "code") ?? "";
  const code = [text(at(error, "code")), text(at(error, "type")), inner].filter((word) => word !== "").join(
    " ",
  );
  const promptTokens = numberAt(error, "n_prompt_tokens");
  const delays = listAt(error, "details").map((detail) => parseFloat(textAt(detail, "retryDelay") ?? ""));
  const wait = delays.find((seconds) => seconds >= 0);
  return {
    message: shortened(message),
    code,
    param: textAt(error, "param"),
    ...promptTokens === null ? {} : { promptTokens },
    ...wait === undefined ? {} : { wait: wait * 1000 },
  };
}

function text(value: Json | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function shortened(message: string): string {
  // deno-lint-ignore no-control-regex
  const line = message.replace(/[\x00-\x20\x7f-\x9f\u2028\u2029]+/g, " ").trim();
  return line.length > MOST_WORDS ? `${line.slice(0, MOST_WORDS)}…` : line;
}

/** Who answered, for the sentences. */
export interface Answerer {
  /** Its address without credentials. */
  readonly address: string;
  /** A key was sent. */
  readonly hasKey: boolean;
  /** Another way than a key is used to sign in. */
  readonly identity: boolean;
  /** Which model was asked for, null for other calls. */
  readonly model: string | null;
}

const TOO_LONG =
  /context.?(?:length|window|size)|too (?:long|many tokens)|maximum.{0,20}tokens|exceeds? the (?:available )?context|prompt is too|input length exceeds/i;
const FILTERED = /content_?filter|content_policy|ResponsibleAIPolicy|content management policy/i;
/** A rate limit's words name billing pages too, so only what says that all is spent counts. */
const QUOTA =
  /insufficient_quota|quota_exceeded|exceeded your current quota|billing_(?:hard_limit|not_active)|(?:insufficient|out of|no more) (?:credits?|balance|funds)|out of call volume quota/i;
/** What is said of a key that is wrong where the status is not 401. */
const BAD_KEY =
  /invalid_api_key|invalid_authentication|no_db_connection|\bapi[ _]key (?:is )?(?:not valid|invalid|expired)|(?:invalid|incorrect) api[ _]key/i;
const NO_MODEL =
  /model_not_found|DeploymentNotFound|no models? (?:is |are )?loaded|model.{0,80}(?:not found|does not exist|not exist|unknown)|deployment.{0,60}(?:not exist|not found)|no such model|invalid model/i;

/** The failure that an answer with an error status, or an error within a stream, is. */
export function failureOf(
  status: number | null,
  words: ErrorWords,
  who: Answerer,
  wait: number | null = null,
): AiFailure {
  const { message, code, param, promptTokens } = words;
  const all = `${code} ${message}`;
  // A quota of the minute is not spent: it is told when to come again.
  const isSpent = words.wait === undefined && QUOTA.test(all);
  const said = message === "" ? "" : `: ${message.replace(/[\s.]+$/, "")}`;
  const details = { ...status === null ? {} : { status }, ...param === null ? {} : { param } };
  const fail = (...[cause, text, more]: [ConstructorParameters<typeof AiFailure>[0], string, object?]) =>
    new AiFailure(cause, text, { ...details, ...more });

  if (FILTERED.test(all)) {
    return fail(
      "filtered",
      `The content filter of ${who.address} blocked this${said}. Ask in other words, or filter the log`,
    );
  }
  if (status === 401 || BAD_KEY.test(all)) {
    if (who.identity) {
      return fail(
        "key",
        `${who.address} refused the managed identity${said}. Give it the role "Cognitive Services OpenAI User"`,
      );
    }
    return who.hasKey
      ? fail("key", `${who.address} refused the API key${said}. Set OPENAI_API_KEY to a valid one`)
      : fail("key", `${who.address} needs an API key: set OPENAI_API_KEY`);
  }
  if (status === 402 || isSpent && (status === 429 || status === 403 || status === null)) {
    return fail(
      "limit",
      `The quota at ${who.address} is used up${said}. Raise it with the provider, or use another provider or a local model`,
      { down: true },
    );
  }
  if (status === 403) {
    return fail(
      "key",
      `${who.address} does not allow this${said}. Check the key's permissions and the organization`,
    );
  }
  if (status === 429) {
    const asked = wait === null ? "" : `; it asks to wait ${Math.ceil(wait / 1000)} s`;
    const longer = wait !== null && wait > LONGEST_WAIT
      ? `, longer than the ${LONGEST_WAIT / 1000} s that weir waits`
      : "";
    return fail(
      "limit",
      `${who.address} accepts no more requests for now${asked}${longer}${said}. Try later, or send less with ai-context-size`,
      { down: true },
    );
  }
  if (NO_MODEL.test(all) && (status === null || status < 500)) {
    const which = who.model === null ? "the model" : `a model ${who.model}`;
    const how = /DeploymentNotFound|\bdeployment\b/i.test(all)
      ? "The model must be the name of a deployment: look it up in the Azure portal"
      : "`weir models` lists its models";
    return fail("model", `${who.address} does not have ${which}${said}. ${how}`);
  }
  if (status === 413 || TOO_LONG.test(all)) {
    return fail("refused", `The context is too long for the model${said}. Lower ai-context-size`, {
      tooLong: true,
      ...promptTokens === undefined ? {} : { promptTokens },
    });
  }
  if (status === 404 || status === 405) {
    return fail(
      "network",
      `There is no model server at ${who.address} (${status})${said}. Check OPENAI_API_BASE${
        /\/v\d\w*$/.test(who.address) ? "" : " (for an OpenAI-style server it ends in /v1)"
      }, and the API version of an enterprise cloud`,
    );
  }
  if (status !== null && status >= 300 && status < 400) {
    return fail(
      "network",
      `${who.address} redirects to another address (${status}): set OPENAI_API_BASE to the server's real address`,
      { down: true },
    );
  }
  if (status !== null && (status >= 500 || status === 408 || status === 409)) {
    return fail("network", `${who.address} failed (${status})${said}. Try again later`, { down: true });
  }
  if (/\bapi.version\b.*(?:not supported|invalid|unsupported)/i.test(all)) {
    return fail("refused", `${who.address} does not know this API version${said}. Set OPENAI_API_VERSION`);
  }
  const number = status === null ? "" : ` (${status})`;
  return fail("refused", `${who.address} rejected the request${number}${said}`);
}

import type { Environment } from "../settings/variables.ts";
import { isLoopback, proxyVariable, shownAddress } from "./address.ts";
import { type Answerer, errorWords, failureOf } from "./error_answer.ts";
import { AiFailure } from "./failure.ts";
import { type Json, parsed } from "./json_value.ts";
import type { Outgoing } from "./provider.ts";
import { backOff, type Clock, LONGEST_WAIT, retryAfter, type RetryPolicy } from "./retry.ts";
import { StreamError } from "./stream_lines.ts";
import { Watch } from "./watch.ts";

/** Bytes of an error answer, and of a list, that are read. */
const MAX_ERROR = 64 << 10;
const MAX_LIST = 16 << 20;
/** Failures of a server that asking again does not mend. */
const NEVER = /--jinja|not implemented|not supported/i;
/** Milliseconds that lists and checks may take; they are short everywhere. */
const LIST_TIMEOUT = 15_000;

/** Large bodies over HTTP/2 have failed in Deno (denoland/deno#26614). One client lives as long as the program. */
const CLIENT = Deno.createHttpClient({ http2: false });

export interface TransportOptions {
  readonly clock: Clock;
  readonly environment: Environment;
  readonly policy: RetryPolicy;
  /** Milliseconds to the first piece, and between pieces. */
  readonly timeout: number;
  /** Texts that no message may hold. */
  readonly secrets: readonly string[];
  /** Told what is being waited for. */
  notice(text: string): void;
}

/** An answer that has begun: its headers are there and its status is fine. */
export interface Opened {
  readonly response: Response;
  readonly watch: Watch;
}

/** HTTP with retries, time-outs and failures that people can read. */
export class Transport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /** The JSON that is answered to a short call; `retries` null tries it as often as a question. */
  async json(
    outgoing: Outgoing,
    who: Answerer,
    signal: AbortSignal,
    retries: number | null = 0,
  ): Promise<Json> {
    const timeout = Math.min(LIST_TIMEOUT, this.#options.timeout);
    const { response, watch } = await this.#again(outgoing, who, signal, timeout, retries);
    try {
      const text = await readText(response, MAX_LIST);
      const json = parsed(text);
      if (json !== undefined) return json;
      throw notAnApi(who, response, text);
    } catch (error) {
      throw this.#broken(error, who, watch, signal, timeout);
    } finally {
      watch.close();
    }
  }

  /** Sends a request, again and again as the policy has it, until an answer begins. */
  open(outgoing: Outgoing, who: Answerer, signal: AbortSignal): Promise<Opened> {
    return this.#again(outgoing, who, signal, this.#options.timeout, null);
  }

  async #again(
    outgoing: Outgoing,
    who: Answerer,
    signal: AbortSignal,
    timeout: number,
    most: number | null,
  ): Promise<Opened> {
    const { policy, clock, notice } = this.#options;
    const retries = most ?? policy.retries;
    for (let tries = 0;; tries++) {
      try {
        return await this.#once(outgoing, who, signal, timeout);
      } catch (error) {
        const wait = error instanceof Retriable ? error.wait : undefined;
        const failure = error instanceof Retriable ? error.failure : error;
        if (wait === undefined || tries >= retries) throw failure;
        if (wait !== null && wait > LONGEST_WAIT) throw failure;
        const delay = Math.max(wait ?? 0, backOff(policy, tries, clock.random()));
        const why = failure instanceof AiFailure ? failure.message.split(". ")[0] : "";
        notice(`${why}; try ${tries + 2} of ${retries + 1} in ${Math.ceil(delay / 1000)} s`);
        await clock.sleep(delay, signal);
        if (signal.aborted) throw cancelled();
      }
    }
  }

  /** The bytes of an opened answer. A stall, an abort and a dropped connection are failures. */
  async *bytes({ response, watch }: Opened, who: Answerer, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of response.body ?? []) yield chunk;
      if (signal.aborted) throw cancelled();
    } catch (error) {
      throw this.#broken(error, who, watch, signal, this.#options.timeout);
    }
  }

  /** The failure behind an error that was thrown while an answer was read. */
  #broken(error: unknown, who: Answerer, watch: Watch, signal: AbortSignal, timeout: number): Error {
    if (signal.aborted) return cancelled();
    if (watch.timedOut) return timedOut(who, timeout);
    if (error instanceof AiFailure) return error;
    if (error instanceof StreamError) {
      return new AiFailure("incomplete", `The answer of ${who.address} broke off: ${error.message}`);
    }
    if (!(error instanceof TypeError) && !isIoError(error)) {
      return error instanceof Error ? error : new Error(String(error));
    }
    return new AiFailure(
      "incomplete",
      `The connection to ${who.address} was lost in the middle of the answer. Ask again`,
    );
  }

  /** One try. Retriable failures are wrapped, with the milliseconds that the server asks to wait, or null. */
  async #once(outgoing: Outgoing, who: Answerer, signal: AbortSignal, timeout: number): Promise<Opened> {
    if (signal.aborted) throw cancelled();
    const watch = new Watch(timeout, signal);
    let response: Response;
    try {
      response = await fetch(outgoing.url, {
        method: outgoing.method,
        headers: outgoing.headers,
        body: outgoing.body === null ? null : JSON.stringify(outgoing.body),
        signal: watch.signal,
        // A redirection would turn the question into a GET, or take the key to another host.
        redirect: "manual",
        client: CLIENT,
      });
    } catch (error) {
      watch.close();
      if (signal.aborted) throw cancelled();
      if (watch.timedOut) throw timedOut(who, timeout);
      throw this.#unreached(error, outgoing.url, who);
    }
    if (response.ok) return { response, watch };
    try {
      const body = await readText(response, MAX_ERROR).catch(() => "");
      if (signal.aborted) throw cancelled();
      throw this.#refusal(response, body, who);
    } finally {
      watch.close();
    }
  }

  #refusal(response: Response, body: string, who: Answerer): Error {
    const { status, headers } = response;
    const words = errorWords(body);
    const wait = retryAfter(headers, this.#options.clock.now()) ?? words.wait ?? null;
    const failure = failureOf(status, { ...words, message: this.withoutSecrets(words.message) }, who, wait);
    const passing = status === 429
      ? !failure.message.startsWith("The quota")
      : status === 408 || status === 409 || status >= 500 && !NEVER.test(words.message);
    const forbidden = headers.get("x-should-retry") === "false";
    return passing && !forbidden ? new Retriable(failure, wait) : failure;
  }

  /** A server's words without any of the secrets, or anything else that looks like a key. */
  withoutSecrets(text: string): string {
    let clean = text;
    for (const secret of this.#options.secrets) {
      if (secret.length > 3) clean = clean.replaceAll(secret, "********");
    }
    return clean.replace(/\b(?:sk|pk|key)-[\w*-]{8,}/g, "********");
  }

  #unreached(error: unknown, url: string, who: Answerer): Error {
    const words = this.withoutSecrets(wordsOf(error));
    const proxy = proxyVariable(url, this.#options.environment);
    const hints: string[] = [];
    if (proxy !== null) {
      hints.push(
        isLoopback(url)
          ? `${proxy} is set, and even addresses of this machine go through it: set NO_PROXY=127.0.0.1,localhost`
          : `${proxy} is set and is used`,
      );
    }
    if (/InvalidContentType/.test(words)) {
      hints.push("What answers there does not speak TLS: the address may have to begin with http://");
    } else if (/certificate|UnknownIssuer|tls/i.test(words)) {
      hints.push("for a certificate of a private authority, set DENO_TLS_CA_STORE=system");
    }
    if (hints.length === 0) {
      hints.push(
        isLoopback(url) ? "Is the model server running?" : "Check the network and the provider's address",
      );
    }
    const message = `Cannot reach ${shownAddress(url)}: ${words}. ${hints.join("; ")}`;
    const failure = new AiFailure("network", message, { down: true }, { cause: error });
    const again = !/refused|blocked|dns|certificate|UnknownIssuer|invalid url/i.test(words);
    return again && who.model !== null ? new Retriable(failure, null) : failure;
  }
}

/** A failure that may pass. */
class Retriable extends Error {
  constructor(readonly failure: AiFailure, readonly wait: number | null) {
    super(failure.message);
  }
}

export function cancelled(): AiFailure {
  return new AiFailure("cancelled", "Cancelled");
}

function timedOut(who: Answerer, timeout: number): AiFailure {
  const seconds = Math.round(timeout / 100) / 10;
  return new AiFailure(
    "timeout",
    `${who.address} sent nothing for ${seconds} s. A model that is still loading needs longer: raise --timeout or OPENAI_REQUEST_TIMEOUT`,
    { down: true },
  );
}

/** An answer that no model server gives: a web page, most often of a proxy or a wrong address. */
export function notAnApi(who: Answerer, response: Response, text: string): AiFailure {
  const type = response.headers.get("content-type") ?? "";
  const page = /html/i.test(type) || /^\s*</.test(text);
  const title = errorWords(text).message;
  const what = page
    ? `a web page${title === "a web page" ? "" : ` (${title})`}`
    : text.trim() === ""
    ? "nothing"
    : "something that is not JSON";
  return new AiFailure(
    "network",
    `${who.address} answers with ${what}, so it is not a model server. Check OPENAI_API_BASE`,
    {
      down: true,
    },
  );
}

function isIoError(error: unknown): boolean {
  return error instanceof Deno.errors.Http || error instanceof Deno.errors.ConnectionReset ||
    error instanceof Deno.errors.UnexpectedEof || error instanceof Deno.errors.BadResource ||
    error instanceof DOMException;
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const all = `${error.message}${cause}`;
  return /client error \(\w+\): (.*)$/s.exec(all)?.[1] ?? all.replace(/ for url \(.*?\)/, "");
}

async function readText(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) return text.slice(0, most);
  }
  return text + decoder.decode();
}

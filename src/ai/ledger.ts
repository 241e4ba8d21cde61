import { listAt, numberAt, parsed } from "./json_value.ts";
import type { Usage } from "./provider.ts";

/** What a provider was used on one day. */
export interface DayUse {
  readonly requests: number;
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  /** US dollars, as far as prices are known. */
  readonly cost: number;
}

/** Days (`YYYY-MM-DD`, local) to providers to what they were used. */
export type Book = Readonly<Record<string, Readonly<Record<string, DayUse>>>>;

interface Pages {
  days: Record<string, Record<string, DayUse>>;
  /** Days on which the warning was given. */
  warned: string[];
}

/** Days that are kept: the costs of a month, and the month before. */
const KEPT = 62;

const NOTHING: DayUse = { requests: 0, input: 0, cached: 0, output: 0, cost: 0 };

/**
 * Tokens and cost by day and provider, in a file that several processes write: each change is made under a lock,
 * to what the file says then, and the file is replaced as a whole.
 */
export class Ledger {
  readonly #folder: string | null;
  #memory: Pages = { days: {}, warned: [] };
  /** The file cannot be used: what is used counts for this process alone. */
  #isApart = false;
  #notice: string | null = null;

  /** `folder` null: nothing is kept beyond this process. */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  async read(): Promise<Book> {
    return (await this.#load()).days;
  }

  /** Adds what a request used. */
  async add(day: string, provider: string, usage: Usage, cost: number | null): Promise<Book> {
    const pages = await this.#change(({ days }) => {
      const before = days[day]?.[provider] ?? NOTHING;
      days[day] = {
        ...days[day],
        [provider]: {
          requests: before.requests + 1,
          input: before.input + usage.input,
          cached: before.cached + usage.cached,
          output: before.output + usage.output,
          cost: before.cost + (cost ?? 0),
        },
      };
    });
    return pages.days;
  }

  /** Whether the warning of this day is yet to be given; it then counts as given. */
  async warnOnce(day: string): Promise<boolean> {
    let first = false;
    await this.#change(({ warned }) => {
      first = !warned.includes(day);
      if (first) warned.push(day);
    });
    return first;
  }

  /** What a person is to be told of the file since this was asked before; null if nothing. */
  takeNotice(): string | null {
    const notice = this.#notice;
    this.#notice = null;
    return notice;
  }

  async #change(change: (pages: Pages) => void): Promise<Pages> {
    if (this.#folder !== null && !this.#isApart) {
      try {
        return await this.#changeFile(change);
      } catch (error) {
        if (!isOfFiles(error)) throw error;
        this.#isApart = true;
        this.#notice =
          `Token usage cannot be saved in ${this.#folder}, so it is only counted for this run: ${error.message}`;
      }
    }
    change(this.#memory);
    return this.#memory;
  }

  async #changeFile(change: (pages: Pages) => void): Promise<Pages> {
    await Deno.mkdir(this.#folder!, { recursive: true, mode: 0o700 });
    using lock = await Deno.open(`${this.#folder}/ai-usage.lock`, { create: true, write: true, mode: 0o600 });
    await lock.lock(true);
    await this.#setAside();
    const pages = await this.#load();
    change(pages);
    for (const day of Object.keys(pages.days).sort().slice(0, -KEPT)) delete pages.days[day];
    pages.warned = pages.warned.slice(-KEPT);
    const path = `${this.#folder}/ai-usage.json`;
    const written = `${path}.${Deno.pid}.new`;
    await Deno.writeTextFile(written, JSON.stringify(pages, null, 1), { mode: 0o600 });
    await Deno.rename(written, path);
    await lock.unlock();
    return pages;
  }

  /** Keeps a file that is no JSON under another name, for a person to look at. */
  async #setAside(): Promise<void> {
    const path = `${this.#folder}/ai-usage.json`;
    const text = await Deno.readTextFile(path).catch(() => "");
    if (text.trim() === "" || parsed(text) !== undefined) return;
    await Deno.rename(path, `${path}.damaged`);
    this.#notice =
      `${path} was damaged: it is kept as ai-usage.json.damaged, and today's usage counts from zero`;
  }

  async #load(): Promise<Pages> {
    if (this.#folder === null || this.#isApart) return this.#memory;
    let text: string;
    try {
      text = await Deno.readTextFile(`${this.#folder}/ai-usage.json`);
    } catch (error) {
      if (!isOfFiles(error)) throw error;
      return { days: {}, warned: [] };
    }
    return pagesOf(text);
  }
}

/** A folder that cannot be written, a full disk and the like. */
function isOfFiles(error: unknown): error is Error {
  return error instanceof Error && (Object.values(Deno.errors).some((kind) => error instanceof kind) ||
    "code" in error || /os error/.test(error.message));
}

/** What the file says; what of it is damaged counts as nothing. */
function pagesOf(text: string): Pages {
  const json = parsed(text);
  const pages: Pages = { days: {}, warned: listAt(json, "warned").filter((day) => typeof day === "string") };
  const days = json !== null && typeof json === "object" && !Array.isArray(json) ? json.days : null;
  if (days === null || typeof days !== "object" || Array.isArray(days)) return pages;
  for (const [day, providers] of Object.entries(days)) {
    if (!/^\d{4}-\d\d-\d\d$/.test(day) || providers === null || typeof providers !== "object") continue;
    pages.days[day] = {};
    for (const [name, use] of Object.entries(providers)) {
      const number = (key: string) => Math.max(0, numberAt(use, key) ?? 0);
      pages.days[day][name] = {
        requests: number("requests"),
        input: number("input"),
        cached: number("cached"),
        output: number("output"),
        cost: number("cost"),
      };
    }
  }
  return pages;
}

/** Tokens of all providers on a day. */
export function tokensOn(book: Book, day: string): number {
  return Object.values(book[day] ?? {}).reduce((sum, { input, output }) => sum + input + output, 0);
}

/** US dollars of one provider in a month (`YYYY-MM`). */
export function costIn(book: Book, month: string, provider: string): number {
  return Object.entries(book).filter(([day]) => day.startsWith(month))
    .reduce((sum, [, providers]) => sum + (providers[provider]?.cost ?? 0), 0);
}

/** The local day of a time, `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  const date = new Date(time);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

import { createHash, timingSafeEqual } from "node:crypto";

/** Checks the `authorization` of a request against the bearer token, in constant time; all pass without a token. */
export class BearerCheck {
  readonly #wanted: Uint8Array | null;

  constructor(token: string | null) {
    this.#wanted = token === null ? null : digest(token);
  }

  allows(authorization: string | null | undefined): boolean {
    if (this.#wanted === null) return true;
    const shown = /^bearer +(.*)$/i.exec(authorization ?? "")?.[1].trim();
    return shown !== undefined && timingSafeEqual(digest(shown), this.#wanted);
  }
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

/** Which web pages may send logs (the Fetch standard's CORS protocol); none if no origin is named. */
export class CorsRules {
  readonly #origins: RegExp[];

  /** Origins as browsers send them; `*` in one stands for any text. */
  constructor(origins: readonly string[]) {
    this.#origins = origins.map((origin) => {
      const parts = origin.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
      return new RegExp(`^${parts.join(".*")}$`, "i");
    });
  }

  get isOn(): boolean {
    return this.#origins.length > 0;
  }

  allows(origin: string): boolean {
    return this.#origins.some((allowed) => allowed.test(origin));
  }

  /** The answer to a preflight request; null if `request` is none, or if CORS is off. */
  preflight(request: Request): Response | null {
    const { headers } = request;
    const origin = headers.get("origin");
    if (!this.isOn || request.method !== "OPTIONS" || origin === null) return null;
    if (!headers.has("access-control-request-method")) return null;
    const answer = new Headers({
      vary: "Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
    });
    if (this.allows(origin)) {
      answer.set("access-control-allow-origin", origin);
      answer.set("access-control-allow-methods", "POST");
      answer.set("access-control-max-age", "7200");
      const asked = headers.get("access-control-request-headers");
      if (asked !== null) answer.set("access-control-allow-headers", asked);
    }
    return new Response(null, { status: 204, headers: answer });
  }

  /** Adds what lets the page of an allowed origin read the answer. */
  mark(request: Request, response: Response): Response {
    const origin = this.isOn ? request.headers.get("origin") : null;
    if (origin !== null && this.allows(origin)) {
      response.headers.set("access-control-allow-origin", origin);
      response.headers.append("vary", "Origin");
    }
    return response;
  }
}

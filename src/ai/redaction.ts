/** One kind of secret: what it is called in placeholders, and how it looks. */
interface Rule {
  readonly kind: string;
  readonly expression: RegExp;
  /** The group that is the secret; 0 for all of it. */
  readonly group: number;
  /** Whether what was found is one after all; `whole` is what the expression matched. */
  readonly holds?: (text: string, whole: string) => boolean;
}

/** In order: what is found first is not looked at again. */
const RULES: readonly Rule[] = [
  {
    kind: "private-key",
    expression:
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|$)/g,
    group: 0,
  },
  // A line of such a key that is a record of its own.
  {
    kind: "key-material",
    expression: /^[ \t]*([A-Za-z0-9+][A-Za-z0-9+/]{59,}={0,2})[ \t]*$/gm,
    group: 1,
    // A digest or a path has no such mixture.
    holds: (text) => /[A-Z]/.test(text) && /[a-z]/.test(text) && /\d/.test(text),
  },
  { kind: "token", expression: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}/g, group: 0 },
  { kind: "key", expression: /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{16,}/g, group: 0 },
  {
    kind: "key",
    expression: /\b(?:gh[opusr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,})/g,
    group: 0,
  },
  { kind: "key", expression: /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g, group: 0 },
  { kind: "key", expression: /\b(?:AIza[\w-]{30,}|ya29\.[\w-]{20,}|whsec_[A-Za-z0-9+/=]{16,})/g, group: 0 },
  { kind: "key", expression: /\bSG\.[\w-]{16,}\.[\w-]{30,}/g, group: 0 },
  { kind: "token", expression: /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}/g, group: 0 },
  {
    kind: "token",
    expression: /\b(?:hooks\.slack\.com\/services|discord(?:app)?\.com\/api\/webhooks)\/([\w/-]{16,})/g,
    group: 1,
  },
  // Vault's, Telegram's and Discord's.
  { kind: "token", expression: /\bhv[sbr]\.[\w-]{24,}/g, group: 0 },
  { kind: "token", expression: /\b\d{8,10}:AA[\w-]{32,}/g, group: 0 },
  { kind: "token", expression: /\b[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,}/g, group: 0 },
  {
    kind: "token",
    expression: /\b(?:npm_[A-Za-z0-9]{30,}|pypi-[\w-]{50,}|hf_[A-Za-z0-9]{20,}|dop_v1_[a-f0-9]{40,})/g,
    group: 0,
  },
  { kind: "token", expression: /\b(?:Bearer|Basic|Token)\s+([\w.~+/=-]{8,})/gi, group: 1 },
  // Up to the last `@` of the address: passwords hold some.
  {
    kind: "password",
    expression: /\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/:@]{0,200}:([^\s/?"'<>]+)@/gi,
    group: 1,
  },
  {
    kind: "token",
    expression:
      /[?&](?:sig|signature|(?:x-(?:amz|goog)-(?:signature|credential|security-token)))=([^&\s"'<>]{8,})/gi,
    group: 1,
  },
  { kind: "password", expression: /\s(?:-u|--user)[ =]["']?[^\s:"']+:([^\s"']+)/g, group: 1 },
  {
    kind: "password",
    expression:
      /--(?:[a-z]+-)*(?:password|passwd|passphrase|token|secret|api-key)\s+["']?([^\s"'-][^\s"']*)/g,
    group: 1,
  },
  // Cookies are many, with a semicolon between them.
  {
    kind: "password",
    expression: /\b(?:set-)?cookie:[ \t]*([^\s"'=;,]+=[^\s"';,]*(?:;[ \t]*[^\s"'=;,]+=[^\s"';,]*)*)/gi,
    group: 1,
  },
  {
    kind: "password",
    expression:
      /\b(?:password|passwd|passphrase)[ \t]+(?=[^\s"',;]*\d)(?=[^\s"',;]*[a-z])([^\s"',;<>]{6,})/gi,
    group: 1,
  },
  {
    kind: "password",
    expression:
      /["']?[\w.-]{0,64}(?:passw(?:or)?d|passwd|pwd|passphrase|secret|token|api[-_ ]?key|access[-_ ]?key|account[-_ ]?key|private[-_ ]?key|client[-_ ]?secret|credential|authorization|set-cookie|cookie|session[-_ ]?id)["']?\s*(?:[:=]|=>|:=)\s*(?:\\?"((?:[^"\\]|\\[^"])+)|'([^']+)|([^\s"',;&)}\]]+))/gi,
    group: -1,
    // In prose a mere word behind `token: ` is most often none.
    holds: (text, whole) =>
      !(/: (?:[A-Za-z][a-z]*|[A-Z]+)$/.test(whole) && !/passw|pwd|passphrase/i.test(whole)) &&
      !/^(?:null|none|nil|true|false|undefined|\*+|<[\w-]+>|\d{1,3}|<num>|expired|invalid|missing|required|bearer|basic|token)$/i
        .test(text),
  },
  {
    kind: "email",
    expression: /(?:[\p{L}\p{N}._%+-]{1,64}'){0,2}[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}/gu,
    group: 0,
  },
  { kind: "card", expression: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/g, group: 0, holds: isCard },
];

/**
 * Replaces secrets by placeholders such as `<email-1>`; the same text gets the same placeholder as long as the
 * redactor lives.
 */
export class Redactor {
  readonly #rules: readonly Rule[];
  readonly #placeholders = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** `patterns`: expressions of the configuration, whose finds become `<redacted-1>` and so on. */
  constructor(patterns: readonly string[] = []) {
    const own = patterns.map((source): Rule => ({
      kind: "redacted",
      expression: new RegExp(source, "gu"),
      group: 0,
    }));
    this.#rules = [...own, ...RULES];
  }

  redact(text: string): string {
    let clean = text;
    for (const { kind, expression, group, holds } of this.#rules) {
      clean = clean.replace(expression, (...args: unknown[]) => {
        const whole = String(args[0]);
        const groups = args.slice(1, args.findIndex((arg) => typeof arg === "number"));
        const secret = group === 0
          ? whole
          : String((group < 0 ? groups.find((part) => part !== undefined) : groups[group - 1]) ?? "");
        if (secret === "" || /<[a-z-]+-\d+>/.test(secret) || holds && !holds(secret, whole)) return whole;
        const at = whole.lastIndexOf(secret);
        return whole.slice(0, at) + this.#placeholder(kind, secret) + whole.slice(at + secret.length);
      });
    }
    return clean;
  }

  /** The text with what placeholders stand for: a model's tool calls name them. */
  restore(text: string): string {
    return text.replace(/<[a-z-]+-\d+>/g, (placeholder) => this.#texts.get(placeholder) ?? placeholder);
  }

  #placeholder(kind: string, secret: string): string {
    const known = this.#placeholders.get(`${kind} ${secret}`);
    if (known !== undefined) return known;
    const number = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, number);
    const placeholder = `<${kind}-${number}>`;
    this.#placeholders.set(`${kind} ${secret}`, placeholder);
    this.#texts.set(placeholder, secret);
    return placeholder;
  }
}

/** Beginnings and lengths of numbers that issuers give out: one number in ten has the right check digit by chance. */
const ISSUED =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11}|35\d{14}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17}|(?:5[06-8]|6[37])\d{14})$/;

/** Digits of a payment card: their number, their beginning, and their check digit (ISO/IEC 7812-1, Luhn). */
function isCard(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  if (!ISSUED.test(digits) || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

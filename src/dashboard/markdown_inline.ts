import { visible } from "../terminal/text.ts";
import type { Tone } from "./look.ts";
import { type Span, span } from "./spans.ts";

/**
 * Signs of Markdown within a line: code, strong text, emphasis, what is struck out, citations such as `[#12]`, links.
 * Emphasis is none within a word: names of files and fields hold such signs.
 */
const INLINE =
  /(`[^`\n]+`|\*\*\*(?=\S)[^*\n]+(?<=\S)\*\*\*|\*\*(?=\S)[^*\n]+(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])[^*\n]+(?<=\S)\*(?![\w*])|(?<!\w)_(?=[^\s_])[^_\n]+(?<=\S)_(?!\w)|~~[^~\n]+~~|\[[^[\]\n]*#\d[^[\]\n]*\](?!\()|\[[^[\]\n]+\]\([^()\s]+\))/;

/** Labels of a citation, those of lines that were not sent marked. */
const LABELS = /(#?\d+(?:\.\d+)?[a-z]*\?|#\d+(?:\.\d+)?[a-z]*)/;

/** The text of a line by tone, its signs taken out. `chosen` is the label of the citation that stands out. */
export function inlineSpans(text: string, chosen: string | null, tone: Tone = "text"): Span[] {
  return visible(text.replaceAll("\t", "  ")).split(INLINE).flatMap((part, place): Span[] => {
    if (part === "" || part === undefined) return [];
    if (place % 2 === 0) return [span(part, tone)];
    if (part.startsWith("`")) return [span(part.slice(1, -1), "accent")];
    const signs = /^(?:\*{1,3}|_|~~)/.exec(part)?.[0].length ?? 0;
    if (signs > 0) {
      const isStrong = part.startsWith("**");
      return inlineSpans(part.slice(signs, -signs), chosen, isStrong ? "strong" : tone);
    }
    const link = /^\[([^\]]+)\]\((.+)\)$/.exec(part);
    if (link) return [span(link[1], tone), span(` (${link[2]})`, "muted")];
    return citationSpans(part, chosen);
  });
}

function citationSpans(citation: string, chosen: string | null): Span[] {
  return citation.split(LABELS).filter((part) => part !== "").map((part) => {
    if (/\d\?$/.test(part)) return span(part, "bad");
    return span(part, chosen !== null && part === `#${chosen}` ? "strong" : "key");
  });
}

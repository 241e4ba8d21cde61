/** An element, with the text that stands directly in it. */
export interface Element {
  name: string;
  text: string;
  attributes: Record<string, string>;
  children: Element[];
}

const PIECE =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+=(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/gy;
const ATTRIBUTE = /([\w:.-]+)=(?:"([^"]*)"|'([^']*)')/g;

/** The one element that a text is; null if its elements are not closed in order. the prefixes of log4j and log4net are left out. */
export function elementOf(text: string): Element | null {
  const root: Element = { name: "", text: "", attributes: {}, children: [] };
  const open = [root];
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < text.length) {
    const piece = PIECE.exec(text);
    if (piece === null) return null;
    const [, verbatim, closed, opened, attributes, isEmpty, plain] = piece;
    const last = open[open.length - 1];
    if (verbatim !== undefined) last.text += verbatim;
    else if (plain !== undefined) last.text += unescaped(plain);
    else if (closed !== undefined) {
      if (open.length === 1 || last.name !== nameOf(closed)) return null;
      open.pop();
    } else {
      const element: Element = { name: nameOf(opened), text: "", attributes: {}, children: [] };
      for (const [, key, value, single] of attributes.matchAll(ATTRIBUTE)) {
        element.attributes[nameOf(key)] = unescaped(value ?? single);
      }
      last.children.push(element);
      if (isEmpty === "") open.push(element);
    }
  }
  return open.length === 1 && root.children.length === 1 ? root.children[0] : null;
}

function nameOf(name: string): string {
  return name.replace(/^log4(?:j|net):/, "");
}

const ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,6}|x[\dA-Fa-f]{1,5})|(\w+));/g,
    (whole, number?: string, name?: string) =>
      number === undefined
        ? ENTITIES[name ?? ""] ?? whole
        : String.fromCodePoint(Number(number.replace("x", "0x"))),
  );
}

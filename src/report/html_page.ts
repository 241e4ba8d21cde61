import { visible } from "../terminal/text.ts";

/** Log text as text of HTML, in elements and in quoted attributes: nothing in it is markup. */
export function escapedHtml(text: string): string {
  return visible(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A whole page that loads nothing and runs nothing. `body` is HTML. */
export function htmlPage(title: string, body: string): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="referrer" content="no-referrer">',
    `<title>${escapedHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    "<main>",
    body,
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const STYLE = `
:root {
  --ground: #ffffff; --panel: #f5f6f8; --line: #dfe2e7; --text: #1c2430; --muted: #5c6675; --bar: #3b74c4;
  --s0: #9aa3ae; --s1: #9aa3ae; --s2: #4f93a6; --s3: #4d9a5b; --s4: #c98a10; --s5: #cf3f36; --s6: #93219a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --panel: #1a2029; --line: #2d3541; --text: #e3e8ef; --muted: #96a1b0; --bar: #6ea3ee;
    --s0: #6d7784; --s1: #6d7784; --s2: #5fb2c7; --s3: #63b873; --s4: #e0a83a; --s5: #f06a5f; --s6: #d07ad6;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text);
  font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 20px 16px 48px; }
h1 { font-size: 1.35rem; margin: 0 0 2px; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 30px 0 8px; }
h2 small, .muted { color: var(--muted); font-weight: normal; font-size: .87rem; }
p { margin: 4px 0; }
code, .mono { font: .83rem/1.4 ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
  overflow-wrap: anywhere; white-space: pre-wrap; }
figure { margin: 8px 0 14px; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; }
figcaption { color: var(--muted); font-size: .87rem; margin-bottom: 6px; }
svg { display: block; width: 100%; }
.time { height: 150px; } .time.low { height: 80px; }
.axis { display: flex; justify-content: space-between; color: var(--muted); font-size: .8rem; margin-top: 4px; gap: 8px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 8px 0 0; padding: 0; list-style: none; font-size: .9rem; }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }
.s0 { fill: var(--s0); background: var(--s0); } .s1 { fill: var(--s1); background: var(--s1); }
.s2 { fill: var(--s2); background: var(--s2); } .s3 { fill: var(--s3); background: var(--s3); }
.s4 { fill: var(--s4); background: var(--s4); } .s5 { fill: var(--s5); background: var(--s5); }
.s6 { fill: var(--s6); background: var(--s6); }
.findings { list-style: none; margin: 0; padding: 0; }
.findings > li { border-left: 4px solid var(--s2); background: var(--panel); border-radius: 0 8px 8px 0; padding: 8px 12px; margin: 0 0 8px; }
.findings > li.error { border-color: var(--s5); } .findings > li.warn { border-color: var(--s4); }
.findings code { display: block; margin-top: 3px; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; color: var(--muted); font-weight: normal; font-size: .85rem; }
th, td { padding: 4px 10px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
td:last-child, th:last-child { padding-right: 0; width: 99%; }
.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.share { display: block; height: 4px; margin-top: 4px; } .share rect { fill: var(--bar); }
.range { height: 14px; min-width: 120px; } .range .all { fill: var(--line); } .range .most { fill: var(--bar); opacity: .45; } .range .middle { fill: var(--bar); }
.tag { font-size: .75rem; border-radius: 4px; padding: 0 5px; color: var(--ground); white-space: nowrap; }
.mark { font-size: .75rem; border: 1px solid var(--bar); color: var(--bar); border-radius: 4px; padding: 0 5px; }
.flags { position: relative; height: 18px; margin-top: 2px; font-size: .72rem; }
.flags span, .flag { padding: 0 6px; border-radius: 8px; background: var(--text); color: var(--ground); font-size: .72rem; }
.flags span { position: absolute; transform: translateX(-50%); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(290px, 1fr)); gap: 0 36px; }
details > summary { cursor: pointer; }
.values { color: var(--muted); font-size: .85rem; overflow-wrap: anywhere; }
@media (max-width: 560px) { main { padding: 12px 12px 40px; } th, td { padding-right: 8px; } .time { height: 110px; }
  .numbers tr { display: grid; grid-template-columns: repeat(4, 1fr); }
  .numbers td { border-bottom: 0; } .numbers td:last-child { grid-column: 1 / -1; width: auto; border-bottom: 1px solid var(--line); }
  .numbers th:last-child { display: none; } }
@media print { details { display: block; } }
`;

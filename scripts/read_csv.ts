/** Rows of a CSV file (RFC 4180) by the names in its first row. */
export function readCsv(text: string): Map<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end !== ",") rows.push([]);
  }
  const [names, ...values] = rows;
  return values.filter((row) => row.length === names.length).map((row) =>
    new Map(row.map((value, i) => [names[i], value]))
  );
}

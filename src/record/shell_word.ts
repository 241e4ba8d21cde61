/** A word as it is typed in a shell; Windows' paths as they are. */
export function shellWord(text: string): string {
  const isPlain = /^[\w@%+=:,./-]+$/.test(text) || /^[A-Za-z]:\\[\w@%+=,.\\~-]+$/.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

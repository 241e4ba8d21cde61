/** Text with its arrows, crosses and ellipses in ASCII, for terminals that show no others; as wide, but for arrows. */
export function asciiSigns(text: string): string {
  return text.replaceAll("→", "->").replaceAll("×", "x").replaceAll("…", ".");
}

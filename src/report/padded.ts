import { cellWidth, fit } from "../terminal/text.ts";

/** The text in exactly `width` cells. */
export function padded(text: string, width: number): string {
  const fitting = fit(text, width);
  return fitting + " ".repeat(width - cellWidth(fitting));
}

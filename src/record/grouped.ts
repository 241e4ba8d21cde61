/** A number as a person reads it, here and in whatever is copied elsewhere: 1,204,331. */
export function grouped(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

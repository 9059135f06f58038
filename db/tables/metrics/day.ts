/** Formats a UTC day, such as `2026-01-31`. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

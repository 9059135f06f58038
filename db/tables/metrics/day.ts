/** `2026-01-31`, in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}

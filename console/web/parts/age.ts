/** Formats an age. Pure. */

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'always' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns an age in words: `just now`, `5 minutes ago`, `3 days ago`. `now` is a time in milliseconds. */
export function formatAge(at: string, now: number): string {
  const age = now - Date.parse(at);
  for (const [unit, ms] of UNITS) if (age >= ms) return relative.format(-Math.floor(age / ms), unit);
  return 'just now';
}

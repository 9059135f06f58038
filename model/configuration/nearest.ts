/** Names for mistyped names. */
import { distance } from 'fastest-levenshtein';

/** Returns the known name that needs the fewest changes, or `undefined` if every one needs more than a third of its characters. */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  let best: { name: string; changes: number } | undefined;
  for (const name of known) {
    const changes = distance(wrong.slice(0, 200), name);
    if (changes <= Math.max(2, Math.floor(name.length / 3)) && (best === undefined || changes < best.changes))
      best = { name, changes };
  }
  return best?.name;
}

/** Finds the known name that a mistyped name probably means. */
import { distance } from 'fastest-levenshtein';

/**
 * Returns the known name that is the fewest edits away from the mistyped name. A known name qualifies if it needs at most 2 edits, or at
 * most a third of its length. Returns `undefined` if none qualifies.
 */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  let best: { name: string; changes: number } | undefined;
  for (const name of known) {
    const changes = distance(wrong.slice(0, 200), name);
    if (changes <= Math.max(2, Math.floor(name.length / 3)) && (best === undefined || changes < best.changes))
      best = { name, changes };
  }
  return best?.name;
}

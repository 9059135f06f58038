/** Parses nft listings of sets whose elements are added and expire on their own. */
import type { Netns } from '../netns.ts';
import { TABLE } from './rules.ts';

export interface Element {
  /** Parts of the element's key. */
  key: string[];
  packets: number;
  bytes: number;
  expiresInMs: number;
}

/**
 * Lists several sets with one nft process. A process per set costs 7 ms of CPU each; one for all sets costs 9 ms in total. `nft -f` of
 * version 1.0.6 lists only the last set of a script, so `-i` is used. The invalid HOME keeps `-i` from writing a history file. Missing sets
 * are absent from the result.
 */
export async function listSets(netns: Netns, names: readonly string[]): Promise<Map<string, Element[]>> {
  const input = names.map((name) => `list set ${TABLE} ${name}\n`).join('');
  const { stdout } = await netns.attemptLight('nft', ['-n', '-i'], { input, env: { HOME: '/nonexistent' }, maxBytes: 64 << 20 });
  return parseSets(stdout);
}

export function parseSets(text: string): Map<string, Element[]> {
  const sets = text.split(/^\s*set (?=\S+ \{$)/m).slice(1);
  return new Map(sets.map((set) => [set.slice(0, set.indexOf(' ')), elementsOf(set)]));
}

const ELEMENT =
  /([\da-f.:]+(?: \. [\da-f.:]+)*) (?:counter packets (\d+) bytes (\d+) )?(?:timeout [\dhdms]+ )?expires ([\dhdms]+)/g;

function elementsOf(set: string): Element[] {
  const begin = set.indexOf('elements = {');
  if (begin < 0) return [];
  return [...set.slice(begin).matchAll(ELEMENT)].map(([, key = '', packets, bytes, expires = '']) => ({
    key: key.split(' . '),
    packets: Number(packets ?? 0),
    bytes: Number(bytes ?? 0),
    expiresInMs: durationOf(expires),
  }));
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000, ms: 1 };

/** Parses a duration such as `4m59s968ms` to milliseconds. */
function durationOf(text: string): number {
  return [...text.matchAll(/(\d+)(ms|[dhms])/g)].reduce((sum, [, n, unit = '']) => sum + Number(n) * (UNITS[unit] ?? 0), 0);
}

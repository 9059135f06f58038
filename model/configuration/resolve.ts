/** Converts written values to typed values and collects all errors. */
import { z } from 'zod';
import type { Reader } from './key.ts';
import { type Configuration, isPath, KEYS, keyOf, PATHS, type Path } from './keys.ts';
import { RULES } from './rules.ts';

/** Written value of a key, and its origin. */
export interface Stated {
  readonly written: unknown;
  readonly origin: string;
}

export const DEFAULT_ORIGIN = 'default';

export type Resolution<Values> =
  | { readonly ok: true; readonly values: Values; readonly stated: ReadonlyMap<Path, Stated> }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Schema of the whole configuration, by path. */
export const CONFIGURATION_SCHEMA = z.strictObject(Object.fromEntries(PATHS.map((path) => [path, keyOf(path).kind.schema])));

/** Resolves all keys. Keys without a written value get their default. Returns only the problems if there are any. */
export function resolveAll(given: ReadonlyMap<Path, Stated>): Resolution<Configuration> {
  const stated = new Map<Path, Stated>(
    PATHS.map((path) => [path, given.get(path) ?? { written: keyOf(path).default, origin: DEFAULT_ORIGIN }]),
  );
  const parsed = CONFIGURATION_SCHEMA.safeParse(Object.fromEntries([...stated].map(([path, { written }]) => [path, written])));
  if (!parsed.success) {
    const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])).filter(isPath));
    return { ok: false, problems: [...wrong].map((path) => sentenceOfWrongValue(path, stated.get(path))) };
  }
  const values = parsed.data as Configuration;
  const problems = RULES.flatMap((rule) => rule(values) ?? []);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values, stated };
}

/** Returns the paths that `reader` may read. */
export function pathsOf(reader: Reader): readonly Path[] {
  return PATHS.filter((path) => keyOf(path).readers.includes(reader));
}

/** Returns the parsed values of a process that may read some keys. `written` holds the values as written, passed by another process. */
export function resolvePart(written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(written).map(([path, value]) => [path, isPath(path) ? KEYS[path].kind.schema.parse(value) : value]),
  );
}

function sentenceOfWrongValue(path: Path, stated: Stated | undefined): string {
  const { kind, secret } = keyOf(path);
  const value = secret ? '' : `, not ${JSON.stringify(stated?.written)}`;
  return `${path} (${stated?.origin}) must be ${kind.expects}${value}.`;
}

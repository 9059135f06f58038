/** The import graph of the repository, read from the text of its files. */
import path from 'node:path';

export interface SourceFile {
  /** Path from the root of the repository, with `/`. */
  path: string;
  text: string;
}

/** Importers of each file, by path. A file that was deleted keeps its importers. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/** Imports and exports of a module, except those of only types, which have no effect when a test runs. */
const STATEMENT = /^(?:import|export)\s(?!type\s)(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]/gm;
const CALL = /\bimport\(\s*['"]([^'"]+)['"]/g;

/** Returns the files of the repository that a module imports. Packages are left out. */
export function importsOf({ path: file, text }: SourceFile): string[] {
  const named = [...text.matchAll(STATEMENT), ...text.matchAll(CALL)].map(([, name = '']) => name);
  return [...new Set(named.flatMap((name) => resolve(file, name)))];
}

export function importersOf(files: readonly SourceFile[]): Importers {
  const importers = new Map<string, string[]>();
  for (const file of files)
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file.path]);
  return importers;
}

/**
 * Returns all files that import one of `changed`, with the number of imports between them. Those in `changed` have distance 0. The walk
 * does not go on from a file that `isEnd` accepts.
 */
export function distancesTo(
  changed: readonly string[],
  importers: Importers,
  isEnd: (file: string) => boolean = () => false,
): Map<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  // A Map is iterated in the order of insertion, including entries that are added during the loop. The walk is therefore breadth first.
  for (const [file, distance] of distances) {
    if (isEnd(file)) continue;
    for (const importer of importers.get(file) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}

/** Resolves the name of an import to a file. Rooms export every file by its path: `@innkeeper/db/connect` is db/connect.ts. */
function resolve(from: string, name: string): string[] {
  if (name.startsWith('.')) return [path.posix.join(path.posix.dirname(from), name)];
  const [, inRoom] = /^@innkeeper\/(.+)$/.exec(name) ?? [];
  if (inRoom === undefined) return [];
  return [inRoom.endsWith('.json') ? inRoom : `${inRoom}.ts`];
}

/** Adds the digests of new migrations to `db/migrations/digests.ts`. Existing lines never change. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { digestOf } from '@innkeeper/db/migrations/digest-of';
import type { Migration } from 'kysely/migration';
import { migrationNamesIn } from './migration-list.ts';

export const MIGRATION_DIGESTS = 'db/migrations/digests.ts';

const LINE = /^ {2}'(\d{8}T\d{4}-[a-z0-9-]+)': '[0-9a-f]{64}',$/gm;

export async function migrationDigests(): Promise<string> {
  const text = await readFile(MIGRATION_DIGESTS, 'utf8');
  return addDigests(text, migrationNamesIn(await readdir('db/migrations')), async (name) => {
    const migration = (await import(path.resolve(`db/migrations/${name}.ts`))) as Migration;
    return digestOf(migration);
  });
}

/** Returns the text with a line for each name that it lacks, in the order of the names. */
export async function addDigests(
  text: string,
  names: readonly string[],
  digest: (name: string) => Promise<string>,
): Promise<string> {
  const lines = new Map([...text.matchAll(LINE)].map(([line, name = '']) => [name, line]));
  for (const name of names) if (!lines.has(name)) lines.set(name, `  '${name}': '${await digest(name)}',`);
  const sorted = [...lines.keys()].toSorted().map((name) => lines.get(name));
  return text.replace(/(?<== \{\n)[^}]*(?=\};\n)/, `${sorted.join('\n')}\n`);
}

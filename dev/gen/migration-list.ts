/** Generates the lists of migrations: the files of `db/migrations/` whose name starts with a time, in that order. */
import { readdir } from 'node:fs/promises';

export const MIGRATION_LIST = 'db/migrations/all.gen.ts';

export async function migrationList(): Promise<string> {
  return migrationListOf(await readdir('db/migrations'));
}

/** Returns the list with statements. `20261121T1500-start.ts` becomes the entry `20261121T1500-start`. */
export function migrationListOf(files: readonly string[]): string {
  const names = migrationNamesIn(files);
  return `/** Made by \`npm run gen\`: every migration by name, in order. A list and not a folder scan, because the bundle has no folder. */
import type { Migration } from 'kysely/migration';
${names.map((name) => `import * as ${identifier(name)} from './${name}.ts';\n`).join('')}
export const MIGRATIONS: Record<string, Migration> = {
${names.map((name) => `  '${name}': ${identifier(name)},\n`).join('')}};
`;
}

/** Returns the names of the migrations among files, in order. */
export function migrationNamesIn(files: readonly string[]): string[] {
  return files.flatMap((file) => /^(\d{8}T\d{4}-[a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? []).toSorted();
}

/** Returns the identifier of a migration: `addTaxIds20261121T1500` for `20261121T1500-add-tax-ids`. */
function identifier(name: string): string {
  const [time = '', ...words] = name.split('-');
  return `${words.map((word, i) => (i === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('')}${time}`;
}

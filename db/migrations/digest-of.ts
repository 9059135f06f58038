/** Computes the digest of a migration. */
import { createHash } from 'node:crypto';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Returns the SHA-256 of the statements of a migration, in hex. */
export async function digestOf(migration: Migration): Promise<string> {
  return digest(await statementsOf(migration));
}

/** Returns the SHA-256 of statements without comments and spacing, which may change. */
export function digest(statements: readonly string[]): string {
  const bare = statements
    .join('\n')
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/^\s*comment on .*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return createHash('sha256').update(bare).digest('hex');
}

/** Returns the statements of a migration. Its driver sends nothing. */
async function statementsOf(migration: Migration): Promise<string[]> {
  const sent: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log(event) {
      sent.push(event.query.sql);
    },
  });
  await migration.up(db);
  return sent;
}

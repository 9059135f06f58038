/** Fixtures: ISO files. */
import type { Database } from '@innkeeper/db/schema';
import { insertIso, upsertIsoFile } from '@innkeeper/db/tables/isos';
import type { Insertable, Kysely } from 'kysely';

/** Inserts the row of a complete ISO, without a file. `account_id` null makes it an ISO of the operator. Returns its id. */
export async function givenIso(db: Kysely<Database>, fields: Partial<Insertable<Database['isos']>>): Promise<number> {
  return insertIso(db, {
    name: 'given',
    url: 'https://mirror.example/given.iso',
    status: 'ready',
    size: 1_000n,
    sha256: '0'.repeat(64),
    ...fields,
  });
}

/** Inserts rows that mark the file as present on every node, at this path. */
export async function givenIsoFile(db: Kysely<Database>, id: number, path = '/nowhere/given.iso'): Promise<void> {
  for (const node of await db.selectFrom('nodes').select('id').execute()) await upsertIsoFile(db, id, node.id, path);
}

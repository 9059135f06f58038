/** ISO files that a test starts from. */
import type { Database } from '@innkeeper/db/schema';
import { insertIso, upsertIsoFile } from '@innkeeper/db/tables/isos';
import type { Insertable, Kysely } from 'kysely';

/** The row of a complete ISO, without a file. `account_id` null: an ISO of the operator. Returns its id. */
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

/** The rows that say that every node has the file, at this path. */
export async function givenIsoFile(db: Kysely<Database>, id: number, path = '/nowhere/given.iso'): Promise<void> {
  for (const node of await db.selectFrom('nodes').select('id').execute()) await upsertIsoFile(db, id, node.id, path);
}

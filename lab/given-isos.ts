/** ISO files that a test starts from. */
import type { Database } from '@innkeeper/db/schema';
import { insertIso } from '@innkeeper/db/tables/isos';
import type { Insertable, Kysely } from 'kysely';

/** A whole one; no file of it lies anywhere unless `path` says where. `account_id` null: the operator's. Answers its id. */
export async function givenIso(db: Kysely<Database>, fields: Partial<Insertable<Database['isos']>>): Promise<number> {
  return insertIso(db, {
    name: 'given',
    url: 'https://mirror.example/given.iso',
    status: 'ready',
    size: 1_000n,
    sha256: '0'.repeat(64),
    path: '/nowhere/given.iso',
    ...fields,
  });
}

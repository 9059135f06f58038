/** What a server has besides its plan. */
import type { Kysely } from 'kysely';
import type { Addon, Database } from '../schema.ts';

/** The addon of that key that serves the server now. */
export async function findActiveAddon(db: Kysely<Database>, serverId: number, key: string): Promise<Addon | undefined> {
  return db
    .selectFrom('addons')
    .selectAll()
    .where('server_id', '=', serverId)
    .where('key', '=', key)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

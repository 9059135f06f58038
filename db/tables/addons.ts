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

/** Has the next weekly backup of a server made by then at the latest. */
export async function backUpSooner(db: Kysely<Database>, serverId: number, at: Date): Promise<void> {
  await db
    .updateTable('addons')
    .set((eb) => ({ next_backup_at: eb.fn<Date>('least', ['next_backup_at', eb.val(at)]) }))
    .where('server_id', '=', serverId)
    .where('key', '=', 'backups')
    .where('status', '=', 'active')
    .execute();
}

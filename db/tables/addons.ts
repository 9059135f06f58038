/** What a server has besides its plan. */
import type { Kysely } from 'kysely';
import type { Addon, Database } from '../schema.ts';
import { insertService, type NewService } from './services.ts';

/** Answers its id. */
export async function insertAddon(
  trx: Kysely<Database>,
  { key, server_id, ...service }: Omit<NewService, 'type' | 'parent_id'> & { key: string; server_id: number },
): Promise<number> {
  const id = await insertService(trx, { ...service, type: 'server-addon', parent_id: server_id });
  await trx.insertInto('addon_details').values({ id, key }).execute();
  return id;
}

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
    .updateTable('addon_details')
    .set((eb) => ({ next_backup_at: eb.fn<Date>('least', ['next_backup_at', eb.val(at)]) }))
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        'in',
        selectFrom('addons')
          .select('id')
          .where('server_id', '=', serverId)
          .where('key', '=', 'backups')
          .where('status', '=', 'active'),
      ),
    )
    .execute();
}

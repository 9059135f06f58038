/** A new extra of a server, in addition to its plan. */
import { Failure } from '@innkeeper/model/failures';
import { type Kysely, sql } from 'kysely';
import type { Addon, Database } from '../schema.ts';
import { insertRows } from './ids.ts';
import type { NewService } from './services.ts';

type NewAddon = Omit<NewService, 'type' | 'parent_id'> & { key: string; server_id: number };

/**
 * Inserts an addon and returns its id. Throws `wrong_state` if the server has an addon with this key that has not ended. A concurrent
 * insert of the same key waits for this transaction.
 */
export async function insertAddon(trx: Kysely<Database>, { server_id, ...service }: NewAddon): Promise<number> {
  const inserted = await trx
    .insertInto('services')
    .values({ ...service, type: 'server-addon', parent_id: server_id })
    .onConflict((oc) =>
      // Repeats the condition of the index literally: PostgreSQL does not match a parameter.
      oc.columns(['parent_id', 'key']).where(sql<boolean>`status <> 'terminated'`).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) {
    const message = `Server ${server_id} already has the addon ${service.key}, or an order for it.`;
    throw new Failure('wrong_state', { message });
  }
  await trx.insertInto('addon_details').values({ id: inserted.id }).execute();
  return inserted.id;
}

/** Inserts addons of new servers under the given ids, one id per addon. */
export async function insertAddons(trx: Kysely<Database>, ids: readonly number[], addons: readonly NewAddon[]): Promise<void> {
  if (addons.length === 0) return;
  const services = addons.map(({ server_id, ...service }, i) => ({
    id: ids[i],
    ...service,
    parent_id: server_id,
    type: 'server-addon',
  }));
  const details = addons.map((_, i) => ({ id: ids[i] }));
  await sql`with service as (${insertRows('services', services)}) ${insertRows('addon_details', details)}`.execute(trx);
}

/** Finds the active addon of a server by key. */
export async function findActiveAddon(db: Kysely<Database>, serverId: number, key: string): Promise<Addon | undefined> {
  return db
    .selectFrom('addons')
    .selectAll()
    .where('server_id', '=', serverId)
    .where('key', '=', key)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Sets the due time of the first weekly backup. Returns whether no backup was scheduled before. */
export async function planFirstBackup(db: Kysely<Database>, addonId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('addon_details')
    .set({ next_backup_at: at })
    .where('id', '=', addonId)
    .where('next_backup_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Moves a server's next weekly backup forward, so that it is due at `at` or earlier. */
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

/** Returns the TB per month that a server has bought in addition to those of its plan. */
export async function moreTraffic(db: Kysely<Database>, serverId: number): Promise<number> {
  return (await findActiveAddon(db, serverId, 'bandwidth'))?.quantity ?? 0;
}

/** An extra of a server, in addition to its plan. */
import { Failure } from '@innkeeper/model/failures';
import { type Kysely, sql } from 'kysely';
import type { Addon, Database } from '../schema.ts';
import { insertRows } from './ids.ts';
import type { NewService } from './services.ts';

type NewAddon = Omit<NewService, 'type' | 'parent_id'> & { key: string; server_id: number };

/** Returns its id. Throws `wrong_state` when the server has one of that key that has not ended; of two at once, one waits for the other. */
export async function insertAddon(trx: Kysely<Database>, { server_id, ...service }: NewAddon): Promise<number> {
  const inserted = await trx
    .insertInto('services')
    .values({ ...service, type: 'server-addon', parent_id: server_id })
    .onConflict((oc) =>
      // As it stands in the index: a parameter would not be recognised.
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

/** Of new servers, under these ids, one for each. */
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

/** Sets when the first weekly backup is due. Returns whether none was planned before. */
export async function planFirstBackup(db: Kysely<Database>, addonId: number, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('addon_details')
    .set({ next_backup_at: at })
    .where('id', '=', addonId)
    .where('next_backup_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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

/** TB a month that a server has bought besides those of its plan. */
export async function moreTraffic(db: Kysely<Database>, serverId: number): Promise<number> {
  return (await findActiveAddon(db, serverId, 'bandwidth'))?.quantity ?? 0;
}

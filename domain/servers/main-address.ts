/** Which of a server's addresses is the main one of its family. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/**
 * Makes an address the main one in place of another; null: of none, and none. An addon is of one more address, not of a certain one: so where
 * both are of one kind the other gets the addon of the new main one, which thus stays when the addon ends. One with DDoS protection stays its addon's.
 */
export async function makeMain(db: Kysely<Database>, named: { id: number | null; instead: number | null }): Promise<void> {
  const ids = [named.id, named.instead].filter((id) => id !== null);
  const rows = await db.selectFrom('ip_addresses').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const [main, before] = [rows.find(({ id }) => id === named.id), rows.find(({ id }) => id === named.instead)];
  const swapAddons = main && before && main.ddos_protected === before.ddos_protected;
  const set = (id: number, values: { main: boolean; addon_id?: number | null }) =>
    db.updateTable('ip_addresses').set(values).where('id', '=', id).execute();
  // A server has one at a time.
  if (before) await set(before.id, { main: false, ...(swapAddons && { addon_id: main.addon_id }) });
  if (main) await set(main.id, { main: true, ...(swapAddons && { addon_id: before.addon_id }) });
}

/** Makes the address that came with the plan the main one again where that of one of these addons is it. */
export async function leaveAddonAddresses(db: Kysely<Database>, serverId: number, addonIds: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('ip_addresses')
    .select(['id', 'version', 'main', 'addon_id'])
    .where('server_id', '=', serverId)
    .where('floating_ip_id', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id: instead, version, main, addon_id } of rows) {
    if (!main || addon_id === null || !addonIds.includes(addon_id)) continue;
    const own = rows.find((row) => row.version === version && row.addon_id === null);
    await makeMain(db, { id: own?.id ?? null, instead });
  }
}

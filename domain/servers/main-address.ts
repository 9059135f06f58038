/** The main address of a server in each address family. */
import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/**
 * Makes an address the main one instead of another. `null` stands for no address.
 *
 * An addon pays for one additional address, not for a certain one. If both addresses are of one kind, they swap addons, so that the new
 * main address stays when the addon ends. An address with DDoS protection stays with its addon.
 */
export async function setMainAddress(db: Kysely<Database>, named: { id: number | null; instead: number | null }): Promise<void> {
  const ids = [named.id, named.instead].filter((id) => id !== null);
  const rows = await db.selectFrom('ip_addresses').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute();
  const [main, before] = [rows.find(({ id }) => id === named.id), rows.find(({ id }) => id === named.instead)];
  const swapAddons = main && before && main.ddos_protected === before.ddos_protected;
  const set = (id: number, values: { main: boolean; addon_id?: number | null }) =>
    db.updateTable('ip_addresses').set(values).where('id', '=', id).execute();
  // A server has one main address at a time.
  if (before) await set(before.id, { main: false, ...(swapAddons && { addon_id: main.addon_id }) });
  if (main) await set(main.id, { main: true, ...(swapAddons && { addon_id: before.addon_id }) });
}

/** Makes the plan's own address the main address again, if the main address belongs to one of these addons. */
export async function restorePlanAddress(db: Kysely<Database>, serverId: number, addonIds: readonly number[]): Promise<void> {
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
    await setMainAddress(db, { id: own?.id ?? null, instead });
  }
}

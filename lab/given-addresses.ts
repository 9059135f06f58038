/** Addresses of servers besides their first. */
import type { Database, IpAddress } from '@innkeeper/db/schema';
import { takeAddresses } from '@innkeeper/db/tables/ip-addresses';
import type { Kysely } from 'kysely';
import { givenAddon } from './given-copies.ts';

/** One more IPv4 address with its addon, active and paid. `protected`: with DDoS protection; there must be a pool of it. */
export async function givenExtraAddress(
  db: Kysely<Database>,
  { serverId, protected: ddosProtected = false }: { serverId: number; protected?: boolean },
): Promise<IpAddress & { addon_id: number }> {
  const server = await db.selectFrom('servers').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
  const addonId = await givenAddon(db, { serverId, key: ddosProtected ? 'extra_ipv4_ddos' : 'extra_ipv4' });
  const shared = { version: 4, accountId: server.account_id, nodeId: server.node_id, now: new Date() } as const;
  const [address] = await takeAddresses(db, { ...shared, ddosProtected, serverIds: [serverId], addonIds: [addonId] });
  return { ...(address as IpAddress), addon_id: addonId };
}

/** Additional addresses of servers. */
import type { Database, IpAddress } from '@innkeeper/db/schema';
import { assignAddresses } from '@innkeeper/db/tables/ip-addresses';
import type { Kysely } from 'kysely';
import { givenAddon } from './given-copies.ts';

/** Inserts an extra IPv4 address with an active, paid addon. `protected` selects DDoS protection, which needs a matching pool. */
export async function givenExtraAddress(
  db: Kysely<Database>,
  { serverId, protected: ddosProtected = false }: { serverId: number; protected?: boolean },
): Promise<IpAddress & { addon_id: number }> {
  const server = await db.selectFrom('servers').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
  const addonId = await givenAddon(db, { serverId, key: ddosProtected ? 'extra_ipv4_ddos' : 'extra_ipv4' });
  const shared = { version: 4, accountId: server.account_id, nodeId: server.node_id, now: new Date() } as const;
  const [address] = await assignAddresses(db, { ...shared, ddosProtected, serverIds: [serverId], addonIds: [addonId] });
  return { ...(address as IpAddress), addon_id: addonId };
}

/** Assigns an IPv6 prefix to a server without one, from a new pool if there is none. Returns the id of the address. */
export async function givenIpv6Address(
  db: Kysely<Database>,
  { serverId, accountId }: { serverId: number; accountId: number },
): Promise<number> {
  const { node_id } = await db.selectFrom('servers').select('node_id').where('id', '=', serverId).executeTakeFirstOrThrow();
  await db
    .insertInto('ip_pools')
    .values({ name: 'given-six', cidr: '2001:db8:6::/48', gateway: 'fe80::1', version: 6 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await db.transaction().execute((trx) =>
    assignAddresses(trx, {
      version: 6,
      accountId,
      nodeId: node_id,
      use: 'primary',
      main: true,
      serverIds: [serverId],
      now: new Date(),
    }),
  );
  return taken[0]?.id ?? 0;
}

/** Fixtures: firewalls, and a network that refuses some. */
import type { Database } from '@innkeeper/db/schema';
import { insertFirewall } from '@innkeeper/db/tables/firewalls';
import { EngineError } from '@innkeeper/engine/error';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { canonicalRules, type RuleInput } from '@innkeeper/model/net/firewalls';
import type { Kysely } from 'kysely';

/** Inserts a firewall. By default it allows incoming SSH. */
export function givenFirewall(
  db: Kysely<Database>,
  {
    accountId,
    name = 'given',
    forNewServers = false,
    rules = [{ direction: 'in', protocol: 'tcp', ports: ['22'] }],
  }: { accountId: number; name?: string; forNewServers?: boolean; rules?: RuleInput[] },
): Promise<number> {
  const row = { account_id: accountId, name, for_new_servers: forNewServers, rules: JSON.stringify(canonicalRules(rules)) };
  return insertFirewall(db, row);
}

/** Inserts a firewall of a server that its node has not applied yet. */
export async function givenPendingFirewall(
  db: Kysely<Database>,
  { accountId, serverId }: { accountId: number; serverId: number },
): Promise<number> {
  const id = await givenFirewall(db, { accountId });
  await db.updateTable('firewalls').set({ status: 'applying' }).where('id', '=', id).execute();
  await db.insertInto('firewall_servers').values({ firewall_id: id, server_id: serverId, pending: true }).execute();
  return id;
}

/** Makes a network refuse all firewalls together if `refuses` returns true for one, as a kernel does. Returns a function that ends it. */
export function refuseFirewalls(
  network: NetworkPort,
  refuses: (firewall: { id: number; version: number }) => boolean,
): () => void {
  const setFirewalls = network.setFirewalls;
  network.setFirewalls = (read) =>
    setFirewalls.call(network, async (inForce) => {
      const all = await read(inForce);
      const refused = all.firewalls.find(refuses);
      if (refused) throw new EngineError('network', `firewall ${refused.id} is refused`);
      return all;
    });
  return () => {
    network.setFirewalls = setFirewalls;
  };
}

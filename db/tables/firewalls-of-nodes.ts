/** Reads the firewalls that a node's worker must apply, and confirms those that it has applied. */
import type { FirewallRule } from '@innkeeper/model/net/firewalls';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { inTransaction } from '../transaction.ts';
import { idsMovingTo } from './moves.ts';

export interface FirewallsOfNode {
  /** Firewalls of the node's servers. */
  firewalls: { id: number; version: number; rules: FirewallRule[] }[];
  /** Firewalls of each server. `removing` marks a firewall that must be removed. `own` is false while the server is on another node. */
  links: { firewall_id: number; server_id: number; removing: boolean; own: boolean }[];
}

/**
 * Loads the desired state in one statement, so that all parts come from one snapshot. Includes servers that move to the node, whose guests
 * may run there at any moment.
 */
export async function loadFirewallsOfNode(db: Kysely<Database>, nodeId: number): Promise<FirewallsOfNode> {
  const { rows } = await sql<FirewallsOfNode>`
    with links as materialized (
      select l.firewall_id, l.server_id, l.removing, d.node_id = ${nodeId} as own
      from firewall_servers l join server_details d on d.id = l.server_id
      where d.node_id = ${nodeId} or d.id in ${idsMovingTo(nodeId)})
    select
      (select coalesce(json_agg(json_build_object('id', f.id, 'version', f.version, 'rules', f.rules) order by f.id), '[]')
        from firewalls f where f.id in (select firewall_id from links where not removing)) as firewalls,
      (select coalesce(json_agg(links order by firewall_id, server_id), '[]') from links) as links`.execute(db);
  return rows[0] as FirewallsOfNode;
}

/**
 * Records that the node applies what was read for its own servers. Later changes stay pending. A firewall without pending changes becomes active. The row of a
 * firewall is locked before the rows of its servers, in the same order as requests lock them.
 */
export async function confirmFirewalls(db: Kysely<Database>, { firewalls, links: all }: FirewallsOfNode): Promise<void> {
  const links = all.filter(({ own }) => own);
  const ids = [...new Set(links.map(({ firewall_id }) => firewall_id))];
  const versions = new Map(firewalls.map(({ id, version }) => [id, version]));
  const activeLinks = links.filter(({ removing }) => !removing);
  const removedLinks = links.filter(({ removing }) => removing);
  const unsettled = sql`exists (select from firewall_servers l where l.firewall_id = firewalls.id and (l.pending or l.removing))`;
  await inTransaction(db, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      select id from firewalls where status = 'applying' and (id = any(${ids}::int[]) or not ${unsettled}) order by id for update`.execute(
      trx,
    );
    if (rows.length === 0) return;
    await sql`
      update firewall_servers l set pending = false
      from unnest(${columnOf(activeLinks, 'firewall_id')}::int[], ${columnOf(activeLinks, 'server_id')}::int[],
        ${activeLinks.map((one) => versions.get(one.firewall_id) ?? 0)}::int[]) as told (firewall_id, server_id, version)
      join firewalls f on f.id = told.firewall_id and f.version = told.version
      where l.firewall_id = told.firewall_id and l.server_id = told.server_id and l.pending`.execute(trx);
    await sql`
      delete from firewall_servers l using unnest(${columnOf(removedLinks, 'firewall_id')}::int[], ${columnOf(removedLinks, 'server_id')}::int[])
        as told (firewall_id, server_id)
      where l.firewall_id = told.firewall_id and l.server_id = told.server_id and l.removing`.execute(trx);
    await sql`
      update firewalls set status = 'active' where id = any(${rows.map(({ id }) => id)}::int[]) and not ${unsettled}`.execute(
      trx,
    );
  });
}

function columnOf(links: FirewallsOfNode['links'], column: 'firewall_id' | 'server_id'): number[] {
  return links.map((link) => link[column]);
}

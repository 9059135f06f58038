/**
 * Checks how guests of this node reach the internet. The check sends packets over the configured uplink. Without an uplink it sends none.
 */
import type { Database } from '@innkeeper/db/schema';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import type { Kysely } from 'kysely';

export interface UplinkTarget {
  db: Kysely<Database>;
  network: Pick<NetworkPort, 'checkUplink'>;
  /** Name of the node. */
  node: string;
}

/** Returns the findings of the network, preceded by the error of the worker if there is one. Returns no finding for an unknown node. */
export async function checkUplink({ db, network, node }: UplinkTarget): Promise<HostFinding[]> {
  const row = await db.selectFrom('nodes').select(['id', 'uplink', 'uplink_error']).where('name', '=', node).executeTakeFirst();
  if (!row) return [];
  const findings = await network.checkUplink({ uplink: row.uplink ?? NO_UPLINK, pools: await poolsOfNode(db, row.id) });
  if (row.uplink_error === null) return findings;
  return [
    { name: 'uplink', ok: false, why: row.uplink_error, remedy: 'set another uplink with ./innkeeper network uplink' },
    ...findings,
  ];
}

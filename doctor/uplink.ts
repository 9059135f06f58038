/** How this node's guests reach the internet: proven by packets, as the operator set it. Nothing is sent without an uplink. */
import type { Database } from '@innkeeper/db/schema';
import { poolsOfNode } from '@innkeeper/db/tables/ip-pools';
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import { NO_UPLINK } from '@innkeeper/model/uplink';
import type { Kysely } from 'kysely';

export interface UplinkTarget {
  db: Kysely<Database>;
  network: Pick<NetworkPort, 'checkUplink'>;
  /** Its name. */
  node: string;
}

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

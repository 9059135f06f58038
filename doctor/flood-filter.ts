/** Checks that the kernel counts packets and blocks floods for exactly the addresses that the database assigns to this node. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { guardedAddresses } from '@innkeeper/db/tables/guarded-addresses';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { guardedNetworkOf } from '@innkeeper/engine/network/flood-filter/networks';
import type { FloodFilterPort } from '@innkeeper/engine/network/flood-filter/port';
import type { Kysely } from 'kysely';

export interface FloodFilterTarget {
  db: Kysely<Database>;
  guard: Pick<FloodFilterPort, 'unsupported' | 'guardedNetworks'>;
  /** Name of the node. */
  node: string;
  /**
   * Pause in milliseconds between two checks, in which the worker may repair a difference. Default: 6 s, since the worker reads the rows
   * every 5 s.
   */
  pauseMs?: number;
}

const NAME = 'protection against floods';

/** Maximum number of differences that are listed. */
const MAX_LISTED = 5;

/**
 * Returns one finding, which lists the differences that both checks found, if any. Returns no finding for an unknown node, or without
 * support in the kernel.
 */
export async function checkFloodFilter({ db, guard, node, pauseMs = 6_000 }: FloodFilterTarget): Promise<HostFinding[]> {
  const row = await db.selectFrom('nodes').select('id').where('name', '=', node).executeTakeFirst();
  if (!row || guard.unsupported !== null) return [];
  const first = await differences(row.id);
  if (first.length > 0) await sleep(pauseMs);
  const lasting = first.length === 0 ? [] : (await differences(row.id)).filter((one) => first.includes(one));
  if (lasting.length === 0)
    return [{ name: NAME, ok: true, why: 'the kernel protects exactly the addresses of this node', remedy: null }];
  const more = lasting.length > MAX_LISTED ? `, and ${lasting.length - MAX_LISTED} more` : '';
  const remedy = 'a running worker repairs this within 15 s; otherwise read its log';
  return [{ name: NAME, ok: false, why: lasting.slice(0, MAX_LISTED).join(', ') + more, remedy }];

  async function differences(nodeId: number): Promise<string[]> {
    const guardedNetworks = new Map((await guard.guardedNetworks()).map((one) => [one.network, one.protected]));
    const desired = new Map((await guardedAddresses(db, nodeId)).map((one) => [guardedNetworkOf(one), one.ddos_protected]));
    return [
      ...[...desired].flatMap(([network, isProtected]) => {
        const now = guardedNetworks.get(network);
        if (now === undefined) return [`packets to ${network} are not counted`];
        if (now === isProtected) return [];
        return [isProtected ? `${network} lacks its protection` : `sources are blocked for ${network}, which has no protection`];
      }),
      ...[...guardedNetworks.keys()]
        .filter((one) => !desired.has(one))
        .map((one) => `packets to ${one} are counted without need`),
    ];
  }
}

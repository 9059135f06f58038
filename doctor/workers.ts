/** Checks the workers of the nodes. Without its worker, a node watches no guests and executes no workflows. */
import type { Database } from '@innkeeper/db/schema';
import { listServingNodes } from '@innkeeper/db/tables/node-presence';
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { presenceOf } from '@innkeeper/model/installation/presence';
import type { Kysely } from 'kysely';

/**
 * Returns a finding for each node whose worker has not been seen for 30 s. Ignores nodes whose worker has never run. If all other workers
 * are running, returns one positive finding.
 */
export async function checkWorkers(db: Kysely<Database>, now: Date): Promise<HostFinding[]> {
  const nodes = await listServingNodes(db);
  const away = nodes.filter((node) => node.seenAt !== null && presenceOf(node, now) !== 'present');
  if (away.length === 0) return [{ name: 'workers', ok: true, why: 'every worker is running', remedy: null }];
  return away.map(({ name, seenAt }) => ({
    name: `worker of ${name}`,
    ok: false,
    why: `was last seen at ${seenAt?.toISOString()}; the node gets new servers only if no other node fits`,
    remedy: `read worker.log on its host and start the worker (./innkeeper up, or ./innkeeper worker --node ${name})`,
  }));
}

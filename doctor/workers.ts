/** The workers of the nodes: one that is not there looks after no guest, and carries out no workflow. */
import type { Database } from '@innkeeper/db/schema';
import { listServingNodes } from '@innkeeper/db/tables/node-presence';
import type { HostFinding } from '@innkeeper/engine/host/doctor';
import { presenceOf } from '@innkeeper/model/presence';
import type { Kysely } from 'kysely';

/** A finding for each node whose worker was there once and has not been seen for 30 s, or one that says that all are there. */
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

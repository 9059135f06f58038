import { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { listServingNodes, type ServingNode } from '@innkeeper/db/tables/node-presence';
import { isMissed } from '@innkeeper/model/presence';
import type { JobContext } from './job.ts';

const KIND = 'node_away';

/** Opens an alert for each node whose worker is missed, and resolves those of the others. */
export async function watchNodes({ db, clock }: JobContext): Promise<void> {
  const now = clock.now();
  const missed = (await listServingNodes(db)).filter((node) => isMissed(node, now));
  const open = (await openAlertsOf(db, KIND)).map(({ key }) => key);
  for (const node of missed) {
    if (open.includes(node.name)) continue;
    await alertOnce(db, { kind: KIND, key: node.name, resource: { kind: 'node', id: node.id }, message: messageFor(node) });
  }
  for (const key of open) if (!missed.some(({ name }) => name === key)) await resolveAlerts(db, { kind: KIND, key }, now);
}

const messageFor = ({ name, seenAt }: ServingNode): string =>
  `The worker of node ${name} was last seen at ${seenAt?.toISOString()}. Its servers are not watched, and their workflows wait. Read worker.log on its host and start the worker.`;

import { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { listServingNodes, type ServingNode } from '@innkeeper/db/tables/node-presence';
import { isAway } from '@innkeeper/db/tables/service-beats';
import { shouldAlert } from '@innkeeper/model/installation/presence';
import type { JobContext } from './job.ts';

const KIND = 'node_away';

const NO_WORKER = { kind: 'worker_away', key: 'workers' } as const;

/**
 * Opens an alert for each node whose worker is missing, and another alert if the workers of all nodes are missing. Resolves the alerts of
 * all other nodes.
 */
export async function watchNodes({ db, clock }: JobContext): Promise<void> {
  const now = clock.now();
  const nodes = await listServingNodes(db);
  const missed = nodes.filter((node) => shouldAlert(node, now));
  await watchService({ db, clock }, missed.length > 0 && missed.length === nodes.length);
  const open = (await openAlertsOf(db, KIND)).map(({ key }) => key);
  for (const node of missed) {
    if (open.includes(node.name)) continue;
    await alertOnce(db, { kind: KIND, key: node.name, resource: { kind: 'node', id: node.id }, message: messageFor(node) });
  }
  for (const key of open) if (!missed.some(({ name }) => name === key)) await resolveAlerts(db, { kind: KIND, key }, now);
}

/**
 * Opens or resolves the alert that no worker is running. `allMissed` means that every node's worker is missing. A worker that stopped on
 * purpose is not missing, so an update opens no alert. No notice can be sent without a worker. The missing ping is then the sign, and the
 * next worker sends the notice.
 */
async function watchService({ db, clock }: Pick<JobContext, 'db' | 'clock'>, allMissed: boolean): Promise<void> {
  const now = clock.now();
  if (!allMissed || !(await isAway(db, 'worker', now))) return resolveAlerts(db, NO_WORKER, now);
  const message =
    'No worker has been there for more than five minutes. Nothing is built, renewed, paid or mailed until one starts.';
  await alertOnce(db, { ...NO_WORKER, message });
}

const messageFor = ({ name, seenAt }: ServingNode): string =>
  `The worker of node ${name} was last seen at ${seenAt?.toISOString()}. Its servers are not watched, and their workflows wait. Read worker.log on its host and start the worker.`;

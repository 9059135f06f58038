import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import type { NodeContext } from '../job.ts';
import { hostKey, onNode } from './of-node.ts';

/** Opens one alert for the host if any of its guests is paused. Closes the alert if no guest is paused. */
export async function alertStalled(watch: NodeContext): Promise<void> {
  const { db, clock, node } = watch;
  const alert = { kind: 'host_disk_full' as const, key: hostKey(watch) };
  const first = await db
    .selectFrom('servers')
    .select(['id', 'hostname'])
    .where('power', '=', 'stalled')
    .where(onNode(watch))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return resolveAlerts(db, alert, clock.now());
  const message = `The disk of ${node ? `node ${node.name}` : 'the host'} is full, and guests are paused, among them server ${first.id} (${first.hostname}). Free disk space. The guests then resume automatically.`;
  await alertOnce(db, { ...alert, message });
}

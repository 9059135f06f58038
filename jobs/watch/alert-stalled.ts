import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import type { WatchContext } from './start.ts';

const ALERT = { kind: 'host_disk_full', key: 'host' };

/** One alert for the host, however many of its guests stand still; it closes when the last one goes on or is off. */
export async function alertStalled({ db, clock }: WatchContext): Promise<void> {
  const first = await db
    .selectFrom('servers')
    .select(['id', 'hostname'])
    .where('power', '=', 'stalled')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return resolveAlerts(db, ALERT, clock.now());
  const message = `The disk of the host is full, and guests stand still: server ${first.id} (${first.hostname}) for one. They go on by themselves once there is room.`;
  await alertOnce(db, { ...ALERT, message });
}

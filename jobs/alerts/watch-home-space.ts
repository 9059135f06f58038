/** Opens an alert while the disk of the embedded database is full, and customers' changes are refused. */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import type { NodeContext } from '../job.ts';

const ALERT = { kind: 'home_full', key: 'home' } as const;
const MEBIBYTE = 2 ** 20;

/**
 * Opens the alert once the ballast is deleted, and closes it once there is enough space. In between it stays as it is. Does nothing on a
 * node without the embedded database.
 */
export async function watchHomeSpace({ db, clock, homeSpace }: Pick<NodeContext, 'db' | 'clock' | 'homeSpace'>): Promise<void> {
  const space = homeSpace?.() ?? null;
  if (space === null || space.state === 'low') return;
  if (space.state === 'ample') return resolveAlerts(db, ALERT, clock.now());
  const free = Math.floor(space.freeBytes / MEBIBYTE);
  const message = `The disk of the database is full: ${free} MB were left. Customers can read but change nothing, and no backup starts. The reserve of the database is used up. Free 1 GB.`;
  await alertOnce(db, { ...ALERT, message });
}

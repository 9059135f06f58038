/** Finds and ends block jobs, each of which has the name of its target node. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Qmp, records } from './qmp.ts';

/** Returns the job as QEMU describes it, or `null` if there is none. */
export async function findJob(qmp: Qmp, name: string): Promise<Record<string, unknown> | null> {
  return records(await qmp.command('query-jobs')).find(({ id }) => id === name) ?? null;
}

/** Removes job and target from QEMU, whatever their state. */
export async function endJob(qmp: Qmp, name: string): Promise<void> {
  for (let job = await findJob(qmp, name); job !== null; job = await findJob(qmp, name)) {
    if (job.status === 'concluded') await qmp.command('job-dismiss', { id: name });
    else {
      // The job may conclude concurrently.
      await qmp.command('job-cancel', { id: name }).catch(() => undefined);
      await sleep(20);
    }
  }
  const nodes = records(await qmp.command('query-named-block-nodes', { flat: true }));
  if (nodes.some((node) => node['node-name'] === name)) await qmp.command('blockdev-del', { 'node-name': name });
}

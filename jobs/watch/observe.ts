/** Writes changes of guests that no workflow caused into rows, for example when a guest powers itself off or QEMU is killed. */
import type { NodeContext } from '../job.ts';
import { alertStalled } from './alert-stalled.ts';
import { ASSUME_PROBLEMS, loadNodeProblems, type NodeProblems } from './node-problems.ts';
import { reapOrphanedMachines } from './reap-orphaned-machines.ts';
import { reconcile } from './reconcile.ts';
import { startCrashed } from './start-crashed.ts';
import { startInterrupted } from './start-interrupted.ts';

/**
 * Observes all guests of the node. The order of the steps lets crashed and interrupted guests start in the same run that detects them. A
 * failed step does not stop the others.
 */
export async function observeGuests(cx: NodeContext): Promise<void> {
  async function attempt<T>(name: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      cx.log.error({ err: error }, `watch: ${name} failed`);
      return undefined;
    }
  }
  const read = async (): Promise<NodeProblems> =>
    (await attempt('loadNodeProblems', () => loadNodeProblems(cx))) ?? ASSUME_PROBLEMS;
  const machines = await attempt('list', () => cx.engine.compute.list());
  let known = await read();
  // The comparison may have changed rows, even if it failed, so the problems are loaded again.
  const compared = machines && (await attempt('reconcile', () => reconcile(cx, known, machines)));
  if (compared?.differed !== false) known = await read();
  if (known.hasServerIn('stalled') || known.hasAlert('host_disk_full')) await attempt('alertStalled', () => alertStalled(cx));
  if (known.hasServerIn('interrupted') || known.hasAlert('host_restarted'))
    await attempt('startInterrupted', () => startInterrupted(cx));
  if (known.hasServerIn('crashed') || known.hasFailed('start-crashed')) await attempt('startCrashed', () => startCrashed(cx));
  if (machines) await attempt('reapOrphanedMachines', () => reapOrphanedMachines(cx, known, machines, compared?.serverIds));
}

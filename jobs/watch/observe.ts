/** Writes to rows what happens to guests without a workflow (a guest powers itself off, QEMU is killed). */
import type { NodeContext } from '../job.ts';
import { alertStalled } from './alert-stalled.ts';
import { type Known, readKnown, UNKNOWN } from './known.ts';
import { reapOrphanedMachines } from './reap-orphaned-machines.ts';
import { reconcile } from './reconcile.ts';
import { startCrashed } from './start-crashed.ts';
import { startInterrupted } from './start-interrupted.ts';

/**
 * All guests of the node, in this order: what is found crashed or interrupted is started at once. Each by itself: one that fails
 * keeps no other from its turn.
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
  const read = async (): Promise<Known> => (await attempt('readKnown', () => readKnown(cx))) ?? UNKNOWN;
  const machines = await attempt('list', () => cx.engine.compute.list());
  let known = await read();
  // What it found, or found until it failed, is not known yet.
  const compared = machines && (await attempt('reconcile', () => reconcile(cx, known, machines)));
  if (compared?.differed !== false) known = await read();
  if (known.has('stalled') || known.alerted('host_disk_full')) await attempt('alertStalled', () => alertStalled(cx));
  if (known.has('interrupted') || known.alerted('host_restarted')) await attempt('startInterrupted', () => startInterrupted(cx));
  if (known.has('crashed') || known.failed('start-crashed')) await attempt('startCrashed', () => startCrashed(cx));
  if (machines) await attempt('reapOrphanedMachines', () => reapOrphanedMachines(cx, known, machines, compared?.serverIds));
}

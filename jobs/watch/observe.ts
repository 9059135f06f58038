/** Writes to rows what happens to guests without a workflow (a guest powers itself off, QEMU is killed). */
import type { NodeContext } from '../job.ts';
import { alertStalled } from './alert-stalled.ts';
import { observeCopyStores } from './observe-copy-stores.ts';
import { recordPresence } from './of-node.ts';
import { reapOrphanedMachines } from './reap-orphaned-machines.ts';
import { reconcile } from './reconcile.ts';
import { startCrashed } from './start-crashed.ts';
import { startInterrupted } from './start-interrupted.ts';

/** In this order: what is found crashed or interrupted is started at once. Each by itself: one that fails keeps no other from its turn. */
const OBSERVERS = [reconcile, alertStalled, startInterrupted, startCrashed, reapOrphanedMachines];

/** All guests of the node. */
export async function observeGuests(cx: NodeContext): Promise<void> {
  for (const observe of OBSERVERS) {
    await observe(cx).catch((error: unknown) => cx.log.error({ err: error }, `watch: ${observe.name} failed`));
  }
}

/** Records that the node is served, and its room for copies. */
export async function observeNode(cx: NodeContext): Promise<void> {
  await recordPresence(cx);
  await observeCopyStores(cx);
}

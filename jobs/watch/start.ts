/**
 * The worker's eyes: what happens to guests without an order of ours (a guest powers itself off, QEMU is killed) becomes
 * rows. The engine's events bring it within moments; a look over everything every few seconds finds what no event told, and
 * what happened while no worker was there.
 */
import type { JobActor } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import type { Engine } from '@innkeeper/engine/open';
import { seconds } from '@innkeeper/model/clock';
import { serverIdOf } from '@innkeeper/model/machine-names';
import type { Log } from '@innkeeper/workflows/define';
import { jobNamed } from '../start.ts';
import { alertStalled } from './alert-stalled.ts';
import { observeCopyStores } from './observe-copy-stores.ts';
import { observeServer } from './observe-server.ts';
import { recordPresence } from './of-node.ts';
import { reapOrphanedMachines } from './reap-orphaned-machines.ts';
import { reconcile } from './reconcile.ts';
import { sampleUsage } from './sample-usage.ts';
import { startCrashed } from './start-crashed.ts';
import { startInterrupted } from './start-interrupted.ts';

export interface Watch {
  stop(): Promise<void>;
}

export interface WatchedNode {
  id: number;
  name: string;
}

export interface WatchOptions extends Pick<Cx, 'db' | 'clock' | 'settings'> {
  engine: Engine;
  /** The node that `engine` drives: no other's servers are looked at. Absent (tests): all servers are on this engine. */
  node?: WatchedNode;
  log: Log;
  /** Servers that are started at a time after their host went down; as many as it has cores unless told. */
  startAtOnce?: number;
  /** Tests look more often. */
  lookEveryMs?: number;
}

/** What each look gets. */
export type WatchContext = Cx<JobActor> & Pick<WatchOptions, 'engine' | 'node' | 'log' | 'startAtOnce'>;

const LOOK_EVERY_MS = seconds(5);
const SAMPLE_EVERY_MS = seconds(10);
const SEE_ROOM_EVERY_MS = seconds(30);

/** Begins to watch; the first look over everything has happened when it resolves. */
export async function startWatch(options: WatchOptions): Promise<Watch> {
  const { engine, log } = options;
  const cx: WatchContext = { ...options, actor: jobNamed('watch'), requestId: null };
  const inFlight = new Set<Promise<void>>();
  const guarded = (what: string, act: () => Promise<void>): Promise<void> => {
    const run: Promise<void> = act()
      .catch((error: unknown) => log.error({ err: error }, `watch: ${what} failed`))
      .finally(() => inFlight.delete(run));
    inFlight.add(run);
    return run;
  };

  const unwatch = engine.compute.watch((event) => {
    const serverId = serverIdOf(event.machineId);
    if (serverId !== undefined) void guarded('event', () => observeServer(cx, serverId));
  });
  await guarded('first look', () => observeAll(cx));
  await guarded('room for copies', () => observeNode(cx));
  const look = every(options.lookEveryMs ?? LOOK_EVERY_MS, () => guarded('look', () => observeAll(cx)));
  const sample = every(SAMPLE_EVERY_MS, () => guarded('sample', () => sampleUsage(cx)));

  const rooms = every(SEE_ROOM_EVERY_MS, () => guarded('room for copies', () => observeNode(cx)));

  return {
    async stop() {
      unwatch();
      look.stop();
      sample.stop();
      rooms.stop();
      await Promise.all(inFlight);
    },
  };
}

async function observeNode(cx: WatchContext): Promise<void> {
  await recordPresence(cx);
  await observeCopyStores(cx);
}

/** Each by itself: what one can't do is no reason to leave out the others. */
async function observeAll(cx: WatchContext): Promise<void> {
  for (const look of [reconcile, alertStalled, startInterrupted, startCrashed, reapOrphanedMachines]) {
    await look(cx).catch((error: unknown) => cx.log.error({ err: error }, `watch: ${look.name} failed`));
  }
}

/** Runs `act` again and again, the pause beginning when it has ended, so that a slow one is never doubled. */
function every(ms: number, act: () => Promise<void>): { stop(): void } {
  let stopped = false;
  let timer = setTimeout(() => void turn(), ms);
  async function turn(): Promise<void> {
    await act();
    if (!stopped) timer = setTimeout(() => void turn(), ms);
  }
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

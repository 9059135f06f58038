/** Watches the space of the embedded database, and keeps the ballast (model/installation/space.ts decides). */
import { setTimeout as sleep } from 'node:timers/promises';
import { decideSpace, type SpaceDecision, type SpaceState } from '@innkeeper/model/installation/space';
import { lacksRoomToConnect, measureSpace, setBallast } from '../installation/ballast.ts';
import type { Home } from '../installation/home.ts';
import type { HomeSpace } from '../processes/space.ts';
import { logLine, type OnLine } from './log-line.ts';
import { openReasonFilter } from './repeated-reasons.ts';

const POLL_MS = 1_000;

export interface SpaceWatch {
  current(): HomeSpace;
  /** Calls `listener` after each change of the state. */
  onChange(listener: (space: HomeSpace) => void): void;
  /** Reports that PostgreSQL ended, or failed to start. */
  databaseEnded(): void;
  stop(): Promise<void>;
}

const CHANGES: Readonly<Record<SpaceState, string>> = {
  ample: 'the disk of the database has space again: customers can change their resources',
  low: 'the disk of the database is almost full: requests of customers that change anything are refused',
  full: 'the disk of the database is full: requests of customers that change anything are refused',
};
const RELEASED =
  'the disk of the database is full: the ballast is deleted, and requests of customers that change anything are refused';

/** Starts the watch with a first observation. Throws if that cannot be made. */
export async function watchSpace(home: Pick<Home, 'database'>, log: OnLine, pollMs = POLL_MS): Promise<SpaceWatch> {
  const listeners: ((space: HomeSpace) => void)[] = [];
  const isNew = openReasonFilter();
  const stopping = new AbortController();
  let last: (SpaceDecision & HomeSpace) | null = null;
  let hasEnded = false;

  const observe = async (): Promise<HomeSpace> => {
    const space = await measureSpace(home);
    const wasEnded = hasEnded;
    hasEnded = false;
    const databaseNeedsRoom = wasEnded || (await lacksRoomToConnect(home, space.freeBytes));
    const decision = decideSpace(last, { ...space, atMs: performance.now(), databaseNeedsRoom });
    const changed = decision.state !== (last?.state ?? 'ample');
    const now = { ...decision, freeBytes: space.freeBytes };
    last = now;
    if (changed) {
      // A database on a mount point has no ballast, and an earlier run may have deleted it.
      const isReleased = decision.ballastBytes < space.ballastBytes;
      log(logLine(isReleased ? RELEASED : CHANGES[decision.state], { freeBytes: space.freeBytes }));
      for (const listener of listeners) listener(now);
    }
    await setBallast(home, { from: space.ballastBytes, to: decision.ballastBytes });
    return now;
  };
  const first = await observe();
  const poll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await observe().catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        if (isNew(reason)) log(logLine('the space of the database was not watched', { error: reason }));
      });
      await sleep(pollMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const polling = poll();
  return {
    current: () => last ?? first,
    onChange: (listener) => void listeners.push(listener),
    databaseEnded() {
      hasEnded = true;
    },
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}

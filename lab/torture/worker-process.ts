/**
 * A worker in a process of its own, to be killed: waits for its orders by message (so that it can be started ahead), runs the
 * real runner, and at the named point it kills itself with SIGKILL, or stands still.
 */
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { systemClock } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { TEST_PACE } from './pace.ts';
import type { Point } from './points.ts';
import { SILENT } from './silent.ts';
import { openSimulated } from './simulated.ts';
import { failingAt, lastStep } from './twists.ts';
import { sample } from './worlds/sample-definition.ts';

export interface Orders {
  url: string;
  home: string;
  kind: string;
  /** Where it ends. */
  point: Point;
  /** `die`: SIGKILL. `freeze`: SIGSTOP, all of it, until SIGCONT. `wait`: only this workflow, for ever. */
  act: 'die' | 'freeze' | 'wait';
  /** Default: that of tests. */
  leaseMs?: number;
}

const definitions: readonly AnyDefinition[] = [...Object.values(DEFINITIONS), sample];

process.once('message', (message) => void work(message as Orders));
process.on('disconnect', () => process.exit());

async function work({ url: superuserUrl, home, kind, point, act, leaseMs = TEST_PACE.leaseMs }: Orders): Promise<void> {
  const definition = definitions.find((one) => one.kind === kind);
  if (!definition) throw new Error(`no definition of ${kind}`);
  const url = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url, applicationName: 'torture' });
  await startWorker({
    databaseUrl: url,
    db,
    // To die on the way back, it must go back first: everything is done, then the last step fails.
    definitions: [point.direction === 'back' ? failingAt(definition, lastStep(definition), 'after') : definition],
    engine: await openSimulated(home),
    clock: systemClock,
    settings: defaultSettings,
    log: SILENT,
    pace: { ...TEST_PACE, leaseMs },
    hooks: {
      at(here) {
        if (here.moment === point.moment && here.step === point.step && here.direction === point.direction) return ACTS[act]();
      },
    },
  });
}

const ever = () => new Promise<never>(() => {});

const ACTS: Record<Orders['act'], () => Promise<void>> = {
  /** Nothing after it runs: no `finally`, no flush, no goodbye to PostgreSQL. */
  die: () => {
    process.kill(process.pid, 'SIGKILL');
    return ever();
  },
  freeze: async () => {
    process.kill(process.pid, 'SIGSTOP');
  },
  wait: ever,
};

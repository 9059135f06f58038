/**
 * A worker in a separate process, to be killed. It waits for its orders by message, so that it can be started in advance.
 *
 * It runs the real runner on one or several workflows. When each has reached its crash point, the process kills, freezes or blocks itself.
 */
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { startWorker } from '@innkeeper/workflows/runner/worker';
import { labSettings } from '../settings.ts';
import type { CrashPoint } from './crash-points.ts';
import { failingAt, lastStep } from './faults.ts';
import { sample } from './scenarios/sample-definition.ts';
import { openSimulated, openSimulatedNode } from './simulated.ts';
import { TEST_TIMINGS } from './test-timings.ts';

/** A workflow to run, and the crash point at which it stops. */
export interface Order {
  url: string;
  home: string;
  /** Nodes of the lab. An empty list, the default, means one engine for all nodes. */
  nodes?: readonly { id: number; name: string }[];
  kind: string;
  point: CrashPoint;
}

export interface Orders {
  runs: readonly Order[];
  /** Action when all runs have reached their points. `die` sends SIGKILL. `freeze` sends SIGSTOP until SIGCONT. `wait` blocks forever. */
  act: 'die' | 'freeze' | 'wait';
  /** Lease in milliseconds, by default that of `TEST_TIMINGS`. */
  leaseMs?: number;
}

const definitions: readonly AnyDefinition[] = [...Object.values(DEFINITIONS), sample];

process.once('message', (message) => void work(message as Orders));
process.on('disconnect', () => process.exit());

async function work({ runs, act, leaseMs = TEST_TIMINGS.leaseMs }: Orders): Promise<void> {
  const waiting = new Set(runs);
  const reached = (run: Order): Promise<void> | undefined => {
    waiting.delete(run);
    process.send?.(`${run.kind} ${run.point.direction} ${run.point.moment} ${run.point.step}`);
    return waiting.size > 0 ? forEver() : ACTS[act]();
  };
  await Promise.all(runs.map((run) => carryOut(run, leaseMs, () => reached(run))));
}

async function carryOut(
  { url: superuserUrl, home, nodes = [], kind, point }: Order,
  leaseMs: number,
  reached: () => Promise<void> | undefined,
): Promise<void> {
  const definition = definitions.find((one) => one.kind === kind);
  if (!definition) throw new Error(`no definition of ${kind}`);
  const url = asRole(superuserUrl, WORKER_ROLE);
  const { db } = openDatabase({ url, applicationName: 'torture' });
  const engines = new Map<number, Engine>();
  const byName = new Map<string, Engine>();
  for (const { id, name } of nodes) engines.set(id, await openSimulatedNode(home, name, byName));
  await startWorker({
    databaseUrl: url,
    db,
    // A death during rollback requires that the last step fails first.
    definitions: [point.direction === 'back' ? failingAt(definition, lastStep(definition), 'after') : definition],
    engine: [...engines.values()][0] ?? (await openSimulated(home)),
    ...(engines.size > 0 && { nodes: engines }),
    clock: systemClock,
    settings: labSettings,
    log: SILENT_LOG,
    timings: { ...TEST_TIMINGS, leaseMs },
    hooks: {
      at(here) {
        if (here.moment === point.moment && here.step === point.step && here.direction === point.direction) return reached();
      },
    },
  });
}

const forEver = () => new Promise<never>(() => {});

const ACTS: Record<Orders['act'], () => Promise<void>> = {
  /** Nothing runs after SIGKILL: no `finally`, no flush, no end of the connection to PostgreSQL. */
  die: () => {
    process.kill(process.pid, 'SIGKILL');
    return forEver();
  },
  freeze: async () => {
    process.kill(process.pid, 'SIGSTOP');
  },
  wait: forEver,
};

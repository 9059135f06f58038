/** The whole chain in one process: API, worker, watch and simulated engine, so that workflows run. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { guestsOf } from '@innkeeper/apps/guests';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SimulatedCompute } from '@innkeeper/engine/compute/simulated/driver';
import { EngineError } from '@innkeeper/engine/error';
import { type Engine, type EngineOptions, openEngine, type SimulatedEngine } from '@innkeeper/engine/open';
import { startJobs } from '@innkeeper/jobs/start';
import { systemClock } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import type { Timings } from '@innkeeper/workflows/runner/timings';
import { startWorker, type Worker } from '@innkeeper/workflows/runner/worker';
import { type Answer, type Lab, type LabOptions, openLab } from './app.ts';
import { labSettings } from './settings.ts';

/** The chain on any engine. */
export interface WholeChain extends Lab {
  engine: Engine;
  worker: Worker;
  /** Home of the engine: the directory with the files of its machines. */
  home: string;
  /** Returns the reply of getServer once `until` returns true for it. */
  serverWhen(id: number, token: string, until: (server: Answer['body']) => boolean): Promise<Answer['body']>;
}

export interface Chain extends WholeChain {
  compute: SimulatedCompute;
}

export interface ChainOptions extends LabOptions {
  simulated?: SimulatedEngine;
  /** Storage of copies, by default in the home. */
  copies?: EngineOptions['copies'];
}

const QUIET = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const TIME_LIMIT_MS = 30_000;
/** Retries are quick, because a simulated host does not recover on its own. Its guests start at once. */
const IN_NO_TIME: Partial<Timings> = { retryBaseMs: 5, pauseFactor: 0.05 };

/** Failure for `simulated.fail` that no retry can resolve. */
export const unreadableImage = () => new EngineError('image', 'the image cannot be read', { retryable: false });

/** Opens a chain on a simulated engine in a temporary home. */
export async function openChain({ simulated = {}, copies, ...options }: ChainOptions = {}): Promise<Chain> {
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-chain-'));
  const place = { home, projectRoot: home, root: false, log: QUIET, ...(copies && { copies }) };
  const engine = await openEngine({ kind: 'simulated', ...place, simulated });
  await engine.network.open([]);
  await engine.compute.open();
  const chain = await chainOver(engine, { home, timeLimitMs: TIME_LIMIT_MS, timings: IN_NO_TIME, ...options });
  return { ...chain, compute: simulatedOf(engine) };
}

export interface ChainTiming {
  timeLimitMs: number;
  timings?: Partial<Timings>;
  /** Factor of the deadlines of all steps, for guests that boot slower than any customer's. Default: 1. */
  deadlineFactor?: number;
}

/** Opens a chain on an open engine. Closing the chain closes the engine and removes its home. */
export async function chainOver(
  engine: Engine,
  { home, timeLimitMs, timings, deadlineFactor = 1, ...options }: LabOptions & ChainTiming & { home: string },
): Promise<WholeChain> {
  const lab = await openLab({ guests: () => guestsOf(engine), ...options });
  const databaseUrl = asRole(lab.url, WORKER_ROLE);
  const ofWorker = openDatabase({ url: databaseUrl, ...(options.clock && { clock: options.clock }) });
  const settings = { ...labSettings, ...options.settings };
  const { telemetry } = options;
  const clock = options.clock ?? systemClock;
  const shared = { db: ofWorker.db, engine, clock, settings, log: QUIET, ...(telemetry && { telemetry }) };
  const worker = await startWorker({
    ...shared,
    databaseUrl,
    definitions: Object.values(DEFINITIONS).map((definition) => withDeadlines(definition, deadlineFactor)),
    ...(timings && { timings }),
  });
  const watch = startJobs('node', { ...shared, everyMs: { watch: 100 } });
  await watch.firstRuns;

  return {
    ...lab,
    engine,
    worker,
    home,
    async serverWhen(id, token, until) {
      const end = Date.now() + timeLimitMs;
      for (;;) {
        const { body } = await lab.call('getServer', { params: { id } }, { token });
        if (until(body)) return body;
        if (Date.now() > end) throw new Error(`server ${id} did not become as expected: ${JSON.stringify(body)}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      await watch.stop();
      await worker.stop();
      await ofWorker.close();
      await engine.compute.close();
      await engine.network.close();
      await lab.close();
      await fs.rm(home, { recursive: true, force: true });
    },
  };
}

function withDeadlines(definition: AnyDefinition, factor: number): AnyDefinition {
  const steps = definition.steps.map((step) => ({ ...step, deadlineMs: step.deadlineMs * factor }));
  return { ...definition, steps };
}

function simulatedOf(engine: Engine): SimulatedCompute {
  if (engine.compute instanceof SimulatedCompute) return engine.compute;
  throw new Error('the chain runs on the simulated engine');
}

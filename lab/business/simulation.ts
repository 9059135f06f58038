/**
 * Environment of a business simulation: API, worker and jobs with their own database and simulated engine. Nothing depends on real time.
 *
 * Everything happens in sequence, so that the same seed produces the same simulation.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import type { Settings } from '@innkeeper/model/settings/settings';
import { hours, seconds } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import type { Timings } from '@innkeeper/workflows/runner/timings';
import { startWorker, type Worker } from '@innkeeper/workflows/runner/worker';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { Answer, Lab } from '../app.ts';
import type { TestDatabase } from '../database.ts';
import { givenTinyFile } from '../given-images.ts';
import { type Operator, openOperator } from '../operator.ts';
import { labSettings } from '../settings.ts';
import { openStripeServer, type StripeServer } from '../stripe-server.ts';
import { TEST_TIMINGS } from '../torture/test-timings.ts';
import { openHistoryApi } from './api.ts';
import { openSimulatedEngine } from './engine.ts';
import { guardDatabase } from './guarded-database.ts';
import { writingClock } from './processes/clock-file.ts';
import { openSeparateProcesses, type Program } from './processes/separate-processes.ts';
import { openChance } from './random.ts';
import { type KillableProcess, makeKillable, type StillClock, stillClock } from './still-clock.ts';

/** Far in the future, so that times of the real clock precede it. */
const BEGIN = new Date('2031-01-10T08:00:00Z');

export interface Simulation {
  lab: Lab;
  engine: Engine;
  home: string;
  clock: StillClock;
  settings: Settings;
  operator: Operator;
  stripe: StripeServer;
  api: {
    /** Sends a request as `Lab.send` does. */
    send(request: InjectOptions): Promise<Answer>;
    runJobs(): Promise<void>;
  };
  /** Clock and database of the worker's jobs. */
  jobs: KillableProcess;
  worker: {
    readonly isUp: boolean;
    start(): Promise<void>;
    stop(): Promise<void>;
    /** Resolves when no workflow runs, is due or is retried soon. The clock advances by seconds while it waits. */
    settle(): Promise<void>;
    /**
     * Runs all jobs once in a separate process. Returns false if it was killed midway, and a new one is running. `undefined` if the worker
     * is part of this process.
     */
    runJobs?: () => Promise<boolean>;
  };
  /** Number of workflows that died midway, and of killed processes. */
  deaths(): { workflow: number; api: number; worker: number };
  close(): Promise<void>;
}

export interface SimulationOptions {
  seed: number;
  /** Currency of all amounts, by default that of `labSettings`. Requires that API and worker are part of this process. */
  currency?: string;
  /** Database of a server outside vitest. */
  database?: TestDatabase;
  /** Program of API and worker, which are then separate processes that are killed at random moments. */
  program?: Program;
}

/** At one hook point in this many, the worker of the workflow is killed. */
const DEATHS = 150;

export async function openSimulation({
  seed,
  currency = labSettings.currency,
  database,
  program,
}: SimulationOptions): Promise<Simulation> {
  const settings = { ...labSettings, currency };
  const chance = openChance(seed);
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-business-'));
  const clockFile = path.join(home, 'clock');
  const clock = writingClock(clockFile, stillClock(BEGIN));
  const stripe = await openStripeServer();
  const engine = await openSimulatedEngine({ seed, clock, home, stripe });
  const { lab, runJobs } = await openHistoryApi(clock, settings, database);
  await givenTinyFile(lab.db, engine);
  const url = asRole(lab.url, WORKER_ROLE);
  const ofWorker = openDatabase({ url, clock });
  const jobs = makeKillable(clock, ofWorker.db);
  const turn = guardDatabase(ofWorker.db);
  let worker: Worker | undefined;
  let deaths = 0;
  const hooks = {
    at({ workflowId, epoch, moment, step, direction }: HookPoint) {
      if (!chance(DEATHS, 'die', workflowId, epoch, moment, step, direction)) return;
      deaths += 1;
      throw new Error('injected death');
    },
  };
  const { server, secretKey } = stripe;
  const given = { url: lab.url, seed, home, clockFile, stripe: { server, secretKey } };
  const separate = program && openSeparateProcesses(program, given);
  const hasDueWorkflow = async (): Promise<boolean> => {
    const soon = new Date(clock.now().getTime() + seconds(1));
    const { rows } = await sql`select 1 from workflows where state in ('queued', 'stuck') and run_at <= ${soon} limit 1`.execute(
      lab.db,
    );
    return rows.length > 0;
  };
  let isApartUp = false;
  const workerApart: Simulation['worker'] | undefined = separate && {
    get isUp() {
      return isApartUp;
    },
    async start() {
      await separate.worker.start();
      isApartUp = true;
    },
    async stop() {
      await separate.worker.stop();
      isApartUp = false;
    },
    async settle() {
      for (let tries = 0; isApartUp && tries < MAX_SECONDS; tries += 1) {
        if (!(await separate.worker.idle())) continue;
        if (!(await hasDueWorkflow())) return;
        clock.pass(seconds(1));
      }
    },
    runJobs: () => separate.worker.runJobs(),
  };
  return {
    ...{ lab, engine, home, clock, settings, stripe, jobs },
    operator: openOperator({ db: lab.db, clock, settings }),
    api: separate?.api ?? { send: (request) => lab.send(request), runJobs },
    deaths: () => ({ workflow: deaths, ...(separate?.kills() ?? { api: 0, worker: 0 }) }),
    worker: workerApart ?? {
      get isUp() {
        return worker !== undefined;
      },
      async start() {
        worker ??= await startWorker({
          ...{ databaseUrl: url, db: turn.db, engine, clock, settings, log: SILENT_LOG, hooks },
          ...{ definitions: Object.values(DEFINITIONS), timings: TIMINGS, concurrency: 1 },
        });
      },
      async stop() {
        await worker?.stop({ drainMs: 0 });
        worker = undefined;
      },
      async settle() {
        for (let tries = 0; worker && tries < MAX_SECONDS; tries += 1) {
          const idle = worker.idle.bind(worker);
          await turn.during(() => inTime(lab, idle()));
          if (!(await hasDueWorkflow())) return;
          clock.pass(seconds(1));
        }
      },
    },
    async close() {
      await separate?.close();
      await worker?.stop({ drainMs: 0 });
      await ofWorker.close();
      await engine.compute.close();
      await engine.network.close();
      await lab.close();
      await stripe.close();
      await fs.rm(home, { recursive: true, force: true });
    },
  };
}

/** Timings that depend on no duration and on no chance without a seed. */
const TIMINGS: Timings = { ...TEST_TIMINGS, holdMs: hours(1), random: () => 0.5 };

/** Time limit in real milliseconds for workflows that could all run now. */
const MAX_MS = 120_000;

/** Throws with the unfinished workflows if they take longer than `MAX_MS`. */
async function inTime({ db }: Lab, idle: Promise<void>): Promise<void> {
  const late = new AbortController();
  const first = await Promise.race([idle.then(() => 'idle'), sleep(MAX_MS, 'late', late)]);
  late.abort();
  if (first === 'idle') return;
  const rows = await db.selectFrom('workflows').selectAll().where('finished_at', 'is', null).execute();
  throw new Error(`these do not come to rest: ${JSON.stringify(rows)}`);
}

/** Limit in seconds for a workflow that is retried each second. */
const MAX_SECONDS = 600;

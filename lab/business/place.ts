/**
 * Where a history takes place: API, worker and jobs on a database and a simulated engine of their own, with nothing that runs by real
 * time. One thing happens after the other, so that the same seed makes the same history.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import type { Engine } from '@innkeeper/engine/open';
import { hours, seconds } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import type { Timings } from '@innkeeper/workflows/runner/timings';
import { startWorker, type Worker } from '@innkeeper/workflows/runner/worker';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import type { Answer, Lab } from '../app.ts';
import type { TestDatabase } from '../database.ts';
import { type Operator, openOperator } from '../operator.ts';
import { labSettings } from '../settings.ts';
import { openStripeServer, type StripeServer } from '../stripe-server.ts';
import { TEST_TIMINGS } from '../torture/test-timings.ts';
import { openHistoryApi } from './api.ts';
import { engineOf } from './engine.ts';
import { openApart, type Program } from './processes/apart.ts';
import { toldIn } from './processes/clock-file.ts';
import { chanceOf } from './random.ts';
import { type Mortal, mortalOf, type StillClock, stillClock } from './still-clock.ts';
import { turnOf } from './turn.ts';

/** Far from today, so that what is made by the real clock lies before it. */
const BEGIN = new Date('2031-01-10T08:00:00Z');

export interface Place {
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
  /** What the worker's jobs have in hand. */
  jobs: Mortal;
  worker: {
    readonly isUp: boolean;
    start(): Promise<void>;
    stop(): Promise<void>;
    /** Resolves when nothing runs or is due; what is tried again soon has been. Seconds pass meanwhile. */
    settle(): Promise<void>;
    /** Of a process of its own: runs all jobs once. Returns false when it was killed midway; another one is there. */
    runJobs?: () => Promise<boolean>;
  };
  /** How often a workflow died midway, or a process that was killed. */
  deaths(): { workflow: number; api: number; worker: number };
  close(): Promise<void>;
}

export interface PlaceOptions {
  seed: number;
  /** Currency of all amounts. Default: that of `labSettings`. Only where API and worker are part of this process. */
  currency?: string;
  /** Of a server outside vitest. */
  database?: TestDatabase;
  /** Given: API and worker are processes, which are killed now and then at any moment. */
  program?: Program;
}

/** One moment of a workflow in so many is the last of its worker. */
const DEATHS = 150;

export async function openPlace({ seed, currency = labSettings.currency, database, program }: PlaceOptions): Promise<Place> {
  const settings = { ...labSettings, currency };
  const chance = chanceOf(seed);
  const home = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-business-'));
  const clockFile = path.join(home, 'clock');
  const clock = toldIn(clockFile, stillClock(BEGIN));
  const stripe = await openStripeServer();
  const engine = await engineOf({ seed, clock, home, stripe });
  const { lab, runJobs } = await openHistoryApi(clock, settings, database);
  const url = asRole(lab.url, WORKER_ROLE);
  const ofWorker = openDatabase({ url, clock });
  const jobs = mortalOf(clock, ofWorker.db);
  const turn = turnOf(ofWorker.db);
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
  const apart = program && openApart(program, given);
  const isAnySoon = async (): Promise<boolean> => {
    const soon = new Date(clock.now().getTime() + seconds(1));
    const { rows } = await sql`select 1 from workflows where state in ('queued', 'stuck') and run_at <= ${soon} limit 1`.execute(
      lab.db,
    );
    return rows.length > 0;
  };
  let isApartUp = false;
  const workerApart: Place['worker'] | undefined = apart && {
    get isUp() {
      return isApartUp;
    },
    async start() {
      await apart.worker.start();
      isApartUp = true;
    },
    async stop() {
      await apart.worker.stop();
      isApartUp = false;
    },
    async settle() {
      for (let tries = 0; isApartUp && tries < MOST_SECONDS; tries += 1) {
        if (!(await apart.worker.idle())) continue;
        if (!(await isAnySoon())) return;
        clock.pass(seconds(1));
      }
    },
    runJobs: () => apart.worker.runJobs(),
  };
  return {
    ...{ lab, engine, home, clock, settings, stripe, jobs },
    operator: openOperator({ db: lab.db, clock, settings }),
    api: apart?.api ?? { send: (request) => lab.send(request), runJobs },
    deaths: () => ({ workflow: deaths, ...(apart?.kills() ?? { api: 0, worker: 0 }) }),
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
        for (let tries = 0; worker && tries < MOST_SECONDS; tries += 1) {
          const idle = worker.idle.bind(worker);
          await turn.during(() => inTime(lab, idle()));
          if (!(await isAnySoon())) return;
          clock.pass(seconds(1));
        }
      },
    },
    async close() {
      await apart?.close();
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

/** Nothing that depends on how long something takes, or on chance that has no seed. */
const TIMINGS: Timings = { ...TEST_TIMINGS, holdMs: hours(1), random: () => 0.5 };

/** Real time that workflows may take which could all run now. */
const MOST_MS = 120_000;

/** Throws with what still runs when it takes too long. */
async function inTime({ db }: Lab, idle: Promise<void>): Promise<void> {
  const late = new AbortController();
  const first = await Promise.race([idle.then(() => 'idle'), sleep(MOST_MS, 'late', late)]);
  late.abort();
  if (first === 'idle') return;
  const rows = await db.selectFrom('workflows').selectAll().where('finished_at', 'is', null).execute();
  throw new Error(`these do not come to rest: ${JSON.stringify(rows)}`);
}

/** That a workflow is waited for while it is tried again each second. */
const MOST_SECONDS = 600;

/**
 * Measures the cost of a worker without requests. The worker checks the guests of its node and counts their usage.
 *
 * - The log of changes: an hour of a clock that is moved, in which every job runs as often as it does in an hour, with a checkpoint
 *   every five minutes and a vacuum at its end; 24 times, and the four folds of a day besides. First rows are written before it.
 * - CPU and transactions: a minute by the real clock afterwards, when the code is warm. In its second half the buckets of metrics are
 *   closed, which happens every five minutes, so that it counts for one half in ten.
 */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { days, hours, minutes, seconds } from '@innkeeper/model/clock';
import { BUCKET_MS } from '@innkeeper/model/metrics';
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, openFilled } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { guests } from '../fixture/fillings.ts';
import { simulatedHome } from '../fixture/machines.ts';
import type { Say } from '../reads/place.ts';
import type { JobRun, WorkerOptions } from '../roles/worker.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { clusterCpuMs, positionOf, type Written, writtenBetween } from './cluster.ts';
import { foldADay } from './fold.ts';

export interface IdleCase {
  name: string;
  guests: number;
  /** True if guests send and receive something between any two checks. */
  traffic: boolean;
  /** Time that passes on the moved clock, in milliseconds. Default: an hour. */
  passesMs?: number;
}

export interface IdleFigures extends IdleCase {
  /** Each job of the node, alone, when it has run before. */
  look: JobRun[];
  /** Each a second. */
  commits: number;
  transactions: number;
  /** As a share of a core. */
  workerCpu: number;
  databaseCpu: number;
  /** Of the log of changes, bytes a day: its records, and pages that are written whole after each checkpoint; folds are in both. */
  recordsADay: number;
  pagesADay: number;
  /** Pages that the four folds of the day wrote. */
  foldsADay: number;
  statements: StatementFigures[];
}

/** Longer than the pause between two samples. */
const SETTLE_MS = seconds(11);
const HALF_MS = seconds(30);
/** In the second half the buckets are closed. */
const CLOSED_AFTER_MS = SETTLE_MS + HALF_MS + HALF_MS / 3;
const DAY_MS = days(1);
/** Of five minutes: as often are buckets closed, and checkpoints made. */
const HALVES = BUCKET_MS / HALF_MS;

export async function measureIdle(wanted: IdleCase, say: Say): Promise<IdleFigures> {
  const database = await openFilled(guests(wanted.guests), say);
  const home = await simulatedHome(database.db, database.known.nodeId);
  try {
    const options = {
      databaseUrl: database.urls.worker,
      node: NODE,
      engine: 'simulated',
      home,
      images: home,
      traffic: wanted.traffic,
    } as const;
    const worker = startChild('worker');
    try {
      const hour = await passAnHour(database, worker, { ...wanted, options });
      const look = await worker.ask<JobRun[]>('look', options);
      say(`${wanted.name}: ${look.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`);
      const halves = await watched(database, worker, options);
      const statements = await topStatements(database);
      const after = await worker.ask<Date>('now');
      const folds = await foldADay({ ...database, nodeId: database.known.nodeId, traffic: wanted.traffic, after });
      return { ...wanted, look, ...figuresOf(halves), ...logOf(hour, folds), statements };
    } finally {
      await worker.stop();
    }
  } finally {
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** Long enough for the first row of everything. */
const WARM_UP_MS = minutes(10);

/** Returns what is written in an hour, also where less of it passes. */
async function passAnHour(
  { superuser }: BenchDatabase<unknown>,
  worker: Child,
  { passesMs = hours(1), options }: Pick<IdleCase, 'passesMs'> & { options: WorkerOptions },
): Promise<Written> {
  const began = hourWithoutFold(Date.now() + WARM_UP_MS);
  const passUntil = (at: number) => worker.ask('passTime', options, new Date(at));
  await worker.ask('setTo', new Date(began - WARM_UP_MS));
  await passUntil(began);
  await superuser.query('vacuum');
  const before = await positionOf(superuser);
  for (let at = began; at < began + passesMs; at += BUCKET_MS) {
    await superuser.query('checkpoint');
    await passUntil(at + BUCKET_MS);
  }
  await superuser.query('vacuum');
  const written = await writtenBetween(superuser, before.lsn, (await positionOf(superuser)).lsn);
  const times = hours(1) / passesMs;
  const { commits, recordBytes, pageBytes } = written;
  return { commits: commits * times, recordBytes: recordBytes * times, pageBytes: pageBytes * times };
}

/** The beginning of the next hour in which nothing is folded: the third of a quarter of a day. */
function hourWithoutFold(from: number): number {
  const [quarter, third] = [hours(6), hours(2)];
  return Math.ceil((from - third) / quarter) * quarter + third;
}

interface Half {
  commits: number;
  transactions: number;
  workerCpuMs: number;
  databaseCpuMs: number;
}

async function watched({ superuser, pid }: BenchDatabase<unknown>, worker: Child, options: WorkerOptions): Promise<[Half, Half]> {
  await worker.ask('open', options);
  const closedAt = (await worker.ask<Date>('now')).getTime() + CLOSED_AFTER_MS;
  await worker.ask('setTo', new Date(Math.ceil(closedAt / BUCKET_MS) * BUCKET_MS - CLOSED_AFTER_MS));
  await sleep(SETTLE_MS);
  const now = async () => ({
    ...(await positionOf(superuser)),
    workerCpuMs: await worker.cpuMs(),
    databaseCpuMs: clusterCpuMs(pid),
  });
  const between = async (before: Awaited<ReturnType<typeof now>>, after: typeof before): Promise<Half> => ({
    commits: (await writtenBetween(superuser, before.lsn, after.lsn)).commits,
    transactions: after.transactions - before.transactions,
    workerCpuMs: after.workerCpuMs - before.workerCpuMs,
    databaseCpuMs: after.databaseCpuMs - before.databaseCpuMs,
  });
  const began = await now();
  await sleep(HALF_MS);
  const middle = await now();
  await sleep(HALF_MS);
  const ended = await now();
  return [await between(began, middle), await between(middle, ended)];
}

type Log = 'recordsADay' | 'pagesADay' | 'foldsADay';

function figuresOf([first, second]: [Half, Half]): Omit<IdleFigures, keyof IdleCase | Log | 'look' | 'statements'> {
  const usual = (key: keyof Half): number => (first[key] * (HALVES - 1) + second[key]) / HALVES;
  const aSecond = (key: keyof Half): number => (usual(key) / HALF_MS) * 1000;
  return {
    commits: aSecond('commits'),
    transactions: aSecond('transactions'),
    workerCpu: usual('workerCpuMs') / HALF_MS,
    databaseCpu: usual('databaseCpuMs') / HALF_MS,
  };
}

function logOf(hour: Written, folds: Written): Pick<IdleFigures, Log> {
  return {
    recordsADay: hour.recordBytes * (DAY_MS / hours(1)) + folds.recordBytes,
    pagesADay: hour.pageBytes * (DAY_MS / hours(1)) + folds.pageBytes,
    foldsADay: folds.recordBytes + folds.pageBytes,
  };
}

/**
 * Measures the cost of a worker without requests. The worker checks the guests of its node and counts their usage.
 *
 * The write-ahead log is measured over an hour of a simulated clock. Every job runs as often as in a real hour. There is a checkpoint every
 * five minutes, and a vacuum at the end. The figures are multiplied by 24, and the four folds of a day are added. First rows are written
 * before that hour.
 *
 * CPU time and transactions are measured over a real minute afterwards, with warm code. In its second half the buckets of metrics are
 * closed. This happens every five minutes, so the second half has a weight of one in ten.
 */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BUCKET_MS } from '@innkeeper/model/servers/metrics';
import { days, hours, minutes, seconds } from '@innkeeper/model/time/clock';
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, openFilledDatabase } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { guests } from '../fixture/fillings.ts';
import { simulatedHome } from '../fixture/machines.ts';
import type { Say } from '../reads/read-bench.ts';
import type { JobRun, WorkerOptions } from '../roles/worker.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { clusterCpuMs, measureWalBetween, readWalPosition, type WalVolume } from './cluster.ts';
import { measureFoldedDay } from './fold.ts';

export interface IdleCase {
  name: string;
  guests: number;
  /** True if guests send and receive data between any two checks. */
  traffic: boolean;
  /** Period of the simulated clock in milliseconds, 1 hour by default. */
  passesMs?: number;
}

export interface IdleFigures extends IdleCase {
  /** Cost of each job of the node alone, after a first run. */
  look: JobRun[];
  /** Writing transactions per second. */
  commits: number;
  transactions: number;
  /** CPU time as a share of a core. */
  workerCpu: number;
  databaseCpu: number;
  /** Bytes per day of records in the write-ahead log, and of full-page images after each checkpoint. Both include folds. */
  recordsADay: number;
  pagesADay: number;
  /** Bytes of full-page images of the four folds of a day. */
  foldsADay: number;
  statements: StatementFigures[];
}

/** Time in milliseconds before the measurement, longer than the interval between two samples. */
const SETTLE_MS = seconds(11);
const HALF_MS = seconds(30);
/** Time in milliseconds after which the buckets are closed, in the second half. */
const CLOSED_AFTER_MS = SETTLE_MS + HALF_MS + HALF_MS / 3;
const DAY_MS = days(1);
/** Number of halves in the five minutes between two closings of buckets, which is also the interval of checkpoints. */
const HALVES = BUCKET_MS / HALF_MS;

export async function measureIdle(idleCase: IdleCase, say: Say): Promise<IdleFigures> {
  const database = await openFilledDatabase(guests(idleCase.guests), say);
  const home = await simulatedHome(database.db, database.known.nodeId);
  try {
    const options = {
      databaseUrl: database.urls.worker,
      node: NODE,
      engine: 'simulated',
      home,
      images: home,
      traffic: idleCase.traffic,
    } as const;
    const worker = startChild('worker');
    try {
      const hour = await passAnHour(database, worker, { ...idleCase, options });
      const look = await worker.ask<JobRun[]>('look', options);
      say(`${idleCase.name}: ${look.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`);
      const halves = await watched(database, worker, options);
      const statements = await topStatements(database);
      const after = await worker.ask<Date>('now');
      const folds = await measureFoldedDay({ ...database, nodeId: database.known.nodeId, traffic: idleCase.traffic, after });
      return { ...idleCase, look, ...figuresOf(halves), ...logOf(hour, folds), statements };
    } finally {
      await worker.stop();
    }
  } finally {
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/** Simulated time in milliseconds that is enough for the first row of every kind. */
const WARM_UP_MS = minutes(10);

/** Returns what is written in an hour. Figures of a shorter period are scaled up. */
async function passAnHour(
  { superuser }: BenchDatabase<unknown>,
  worker: Child,
  { passesMs = hours(1), options }: Pick<IdleCase, 'passesMs'> & { options: WorkerOptions },
): Promise<WalVolume> {
  const began = hourWithoutFold(Date.now() + WARM_UP_MS);
  const passUntil = (at: number) => worker.ask('passTime', options, new Date(at));
  await worker.ask('setTo', new Date(began - WARM_UP_MS));
  await passUntil(began);
  await superuser.query('vacuum');
  const before = await readWalPosition(superuser);
  for (let at = began; at < began + passesMs; at += BUCKET_MS) {
    await superuser.query('checkpoint');
    await passUntil(at + BUCKET_MS);
  }
  await superuser.query('vacuum');
  const written = await measureWalBetween(superuser, before.lsn, (await readWalPosition(superuser)).lsn);
  const times = hours(1) / passesMs;
  const { commits, recordBytes, pageBytes } = written;
  return { commits: commits * times, recordBytes: recordBytes * times, pageBytes: pageBytes * times };
}

/** Returns the start of the next hour without a fold: the third hour of a quarter of a day. */
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
    ...(await readWalPosition(superuser)),
    workerCpuMs: await worker.cpuMs(),
    databaseCpuMs: clusterCpuMs(pid),
  });
  const between = async (before: Awaited<ReturnType<typeof now>>, after: typeof before): Promise<Half> => ({
    commits: (await measureWalBetween(superuser, before.lsn, after.lsn)).commits,
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

function logOf(hour: WalVolume, folds: WalVolume): Pick<IdleFigures, Log> {
  return {
    recordsADay: hour.recordBytes * (DAY_MS / hours(1)) + folds.recordBytes,
    pagesADay: hour.pageBytes * (DAY_MS / hours(1)) + folds.pageBytes,
    foldsADay: folds.recordBytes + folds.pageBytes,
  };
}

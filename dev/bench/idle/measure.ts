/**
 * What a worker costs while nobody asks for anything: its node's guests are looked at, and what they use is counted. Two halves of a
 * minute: in the second the buckets of metrics are closed, which happens every five minutes, so that it counts for one half in ten.
 */
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '@innkeeper/model/clock';
import { BUCKET_MS } from '@innkeeper/model/metrics';
import { startChild } from '../child.ts';
import { type BenchDatabase, openFilled } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { guests } from '../fixture/fillings.ts';
import { simulatedHome } from '../fixture/machines.ts';
import type { Say } from '../reads/place.ts';
import type { JobRun, WorkerOptions } from '../roles/worker.ts';
import { type StatementFigures, topStatements } from '../statements/top.ts';
import { clusterCpuMs, positionOf, writtenBetween } from './cluster.ts';

export interface IdleCase {
  name: string;
  guests: number;
  /** Whether guests send and receive something between any two looks. */
  traffic: boolean;
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
  /** Of the log of changes, bytes a day: its records, and pages that are written whole after each checkpoint. */
  recordsADay: number;
  pagesADay: number;
  statements: StatementFigures[];
}

/** Longer than the pause between two samples. */
const SETTLE_MS = seconds(11);
const HALF_MS = seconds(30);
/** In the second half the buckets are closed. */
const CLOSED_AFTER_MS = SETTLE_MS + HALF_MS + HALF_MS / 3;
const DAY_MS = 86_400_000;
/** Of five minutes: as often are buckets closed, and checkpoints made. */
const HALVES = BUCKET_MS / HALF_MS;
const FIVE_MINUTES_A_DAY = DAY_MS / BUCKET_MS;

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
    const look = await lookAlone(options);
    say(`${wanted.name}: ${look.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(', ')}`);
    const halves = await watched(database, options);
    const statements = await topStatements(database);
    return { ...wanted, look, ...figuresOf(halves), statements };
  } finally {
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function lookAlone(options: WorkerOptions): Promise<JobRun[]> {
  const worker = startChild('worker');
  try {
    await worker.ask('look', options);
    return await worker.ask<JobRun[]>('look', options);
  } finally {
    await worker.stop();
  }
}

interface Half {
  commits: number;
  transactions: number;
  recordBytes: number;
  pageBytes: number;
  workerCpuMs: number;
  databaseCpuMs: number;
}

async function watched({ superuser, pid }: BenchDatabase<unknown>, options: WorkerOptions): Promise<[Half, Half]> {
  const worker = startChild('worker');
  try {
    await worker.ask('open', options);
    await worker.ask('setAhead', BUCKET_MS - ((Date.now() + CLOSED_AFTER_MS) % BUCKET_MS));
    await sleep(SETTLE_MS);
    await superuser.query('checkpoint');
    const now = async () => ({
      ...(await positionOf(superuser)),
      workerCpuMs: await worker.cpuMs(),
      databaseCpuMs: clusterCpuMs(pid),
    });
    const between = async (before: Awaited<ReturnType<typeof now>>, after: typeof before): Promise<Half> => ({
      ...(await writtenBetween(superuser, before.lsn, after.lsn)),
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
  } finally {
    await worker.stop();
  }
}

function figuresOf([first, second]: [Half, Half]): Omit<IdleFigures, keyof IdleCase | 'look' | 'statements'> {
  const usual = (key: keyof Half): number => (first[key] * (HALVES - 1) + second[key]) / HALVES;
  const aSecond = (key: keyof Half): number => (usual(key) / HALF_MS) * 1000;
  return {
    commits: aSecond('commits'),
    transactions: aSecond('transactions'),
    workerCpu: usual('workerCpuMs') / HALF_MS,
    databaseCpu: usual('databaseCpuMs') / HALF_MS,
    recordsADay: (usual('recordBytes') / HALF_MS) * DAY_MS,
    pagesADay: (first.pageBytes + second.pageBytes) * FIVE_MINUTES_A_DAY,
  };
}

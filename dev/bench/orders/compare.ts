/**
 * Compares the CPU time of deploys with and without a part of the work. Both alternate on one database, which reduces the influence of
 * other load.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startChild } from '../child.ts';
import type { BenchDatabase } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { clusterCpuMs } from '../idle/cluster.ts';
import type { Say } from '../reads/read-bench.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { buy } from './buy.ts';

export interface Comparison {
  /** Name of the part in progress messages. */
  what: string;
  /** Turns the part on or off. */
  turn(on: boolean): Promise<void>;
  say: Say;
  /** Number of rounds, 3 by default. */
  rounds?: number;
}

const BUYERS = 10;
const SERVERS_EACH = 15;
/** Time in milliseconds for the remaining work of an order, since invoices are issued every second. */
const REST_MS = 2_500;

/** Returns the CPU time in milliseconds of one deploy, of the API, the worker and the database together, with the part on and off. */
export async function compareDeploys(
  { urls, db, pid }: BenchDatabase<unknown>,
  { what, turn, say, rounds = 3 }: Comparison,
): Promise<{ on: number; off: number }> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-engine-'));
  const children = { api: startChild('api'), worker: startChild('worker'), buyers: startChild('buyers') };
  try {
    const port = await children.api.ask<number>('open', urls.api);
    const node = { databaseUrl: urls.worker, node: NODE, engine: 'simulated', home, images: home } satisfies WorkerOptions;
    await children.worker.ask('open', node);
    const cpu = async () => (await children.api.cpuMs()) + (await children.worker.cpuMs()) + clusterCpuMs(pid);
    const sell = async (serversEach: number) => {
      await buy(db, children.buyers, { port, buyers: BUYERS, serversEach });
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    };
    /** Returns the idle CPU time of the processes per millisecond. */
    const idle = async () => {
      const before = await cpu();
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      return ((await cpu()) - before) / REST_MS;
    };
    const round = async (on: boolean) => {
      await turn(on);
      const [before, began] = [await cpu(), performance.now()];
      await sell(SERVERS_EACH);
      const used = (await cpu()) - before - resting * (performance.now() - began);
      return used / (BUYERS * SERVERS_EACH);
    };
    await sell(3);
    const resting = await idle();
    const costs = { on: [] as number[], off: [] as number[] };
    for (let i = 0; i < rounds; i += 1) {
      // Alternate the order, because tables grow.
      for (const on of i % 2 === 0 ? [true, false] : [false, true]) costs[on ? 'on' : 'off'].push(await round(on));
      say(`deploys: ${costs.on.at(-1)?.toFixed(1)} ms of CPU with ${what}, ${costs.off.at(-1)?.toFixed(1)} ms without`);
    }
    return { on: mean(costs.on), off: mean(costs.off) };
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    fs.rmSync(home, { recursive: true, force: true });
  }
}

const mean = (figures: readonly number[]): number => figures.reduce((sum, one) => sum + one, 0) / figures.length;

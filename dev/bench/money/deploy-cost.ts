/** CPU of deploys with invoices and without them, in turns; what else money costs of one is measured by itself. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { startChild } from '../child.ts';
import type { BenchDatabase } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { clusterCpuMs } from '../idle/cluster.ts';
import { buy } from '../orders/buy.ts';
import type { Say } from '../reads/place.ts';
import type { WorkerOptions } from '../roles/worker.ts';

/** Milliseconds of CPU of the API, the worker and the database together, for one deploy. */
export interface DeployCost {
  withInvoices: number;
  withoutInvoices: number;
  /** Whose VAT at which rate, with the evidence. */
  decide: number;
  /** Price and explanation of a line. */
  explain: number;
}

const BUYERS = 10;
const SERVERS_EACH = 15;
const ROUNDS = 3;
/** Until what an order has left to do is done: invoices are issued each second. */
const REST_MS = 2_500;

export async function measureDeployCost(
  database: BenchDatabase<unknown>,
  single: Pick<DeployCost, 'decide' | 'explain'>,
  say: Say,
): Promise<DeployCost> {
  const { urls, db } = database;
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-engine-'));
  const children = { api: startChild('api'), worker: startChild('worker'), buyers: startChild('buyers') };
  try {
    const port = await children.api.ask<number>('open', urls.api);
    const node = { databaseUrl: urls.worker, node: NODE, engine: 'simulated', home, images: home } satisfies WorkerOptions;
    await children.worker.ask('open', node);
    await sql`update seller set name = 'Given'; delete from invoices_due`.execute(db);
    const cpu = async () => (await children.api.cpuMs()) + (await children.worker.cpuMs()) + clusterCpuMs(database.pid);
    const sell = async (serversEach: number) => {
      await buy(db, children.buyers, { port, buyers: BUYERS, serversEach });
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    };
    /** In the time of the round besides: what the processes use without orders. */
    const idle = async () => {
      const before = await cpu();
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
      return ((await cpu()) - before) / REST_MS;
    };
    const round = async (invoices: boolean) => {
      const how = invoices ? 'enable' : 'disable';
      await sql.raw(`alter table ledger_entries ${how} trigger queue_invoice`).execute(db);
      const [before, began] = [await cpu(), performance.now()];
      await sell(SERVERS_EACH);
      const used = (await cpu()) - before - resting * (performance.now() - began);
      return used / (BUYERS * SERVERS_EACH);
    };
    await sell(3);
    const resting = await idle();
    const [withInvoices, withoutInvoices] = [[] as number[], [] as number[]];
    for (let i = 0; i < ROUNDS; i += 1) {
      withInvoices.push(await round(true));
      withoutInvoices.push(await round(false));
      say(
        `deploys: ${withInvoices.at(-1)?.toFixed(1)} ms of CPU with invoices, ${withoutInvoices.at(-1)?.toFixed(1)} ms without`,
      );
    }
    return { withInvoices: mean(withInvoices), withoutInvoices: mean(withoutInvoices), ...single };
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    fs.rmSync(home, { recursive: true, force: true });
  }
}

const mean = (figures: readonly number[]): number => figures.reduce((sum, one) => sum + one, 0) / figures.length;

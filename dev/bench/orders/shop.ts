/** Opens an API and a worker on the simulated engine, whose guests boot instantly, with 10 000 existing servers. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, openFilledDatabase } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { aShop } from '../fixture/fillings.ts';
import type { Options } from '../part.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { buy, type Sold } from './buy.ts';

/** Directory of the files of simulated guests. On a disk, creating them takes 1.2 ms of a deploy. */
const IN_MEMORY = '/dev/shm';

export interface OpenShop {
  database: BenchDatabase<unknown>;
  api: Child;
  worker: Child;
  /** Lets `buyers` order `serversEach` servers, each one after the other, and waits for the last one. */
  sell(buyers: number, serversEach: number, pauseMs?: number): Promise<Sold>;
}

/** Opens the shop for `work`, and closes it. */
export async function withShop<T>(say: Options['say'], work: (shop: OpenShop) => Promise<T>): Promise<T> {
  const database = await openFilledDatabase(aShop, say);
  const home = fs.mkdtempSync(path.join(fs.existsSync(IN_MEMORY) ? IN_MEMORY : os.tmpdir(), 'innkeeper-bench-engine-'));
  const [api, worker, buyersChild] = [startChild('api'), startChild('worker'), startChild('buyers')];
  try {
    const port = await api.ask<number>('open', database.urls.api);
    const ofWorker: WorkerOptions = {
      ...{ databaseUrl: database.urls.worker, node: NODE, engine: 'simulated', home, images: home },
    };
    await worker.ask('open', ofWorker);
    return await work({
      ...{ database, api, worker },
      sell: (buyers, serversEach, pauseMs = 0) => buy(database.db, buyersChild, { port, buyers, serversEach, pauseMs }),
    });
  } finally {
    await Promise.all([api, worker, buyersChild].map((child) => child.stop()));
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

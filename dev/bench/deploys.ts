/** From the order to the active server on the simulated engine, whose guests boot at once: what is left is our own work. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { givenAccount, givenSshKey } from '@innkeeper/lab/given';
import { startChild } from './child.ts';
import type { Fixture } from './fixture.ts';
import type { Measured } from './load.ts';
import type { Purchase } from './roles/buyers.ts';
import type { WorkerOptions } from './roles/worker.ts';

const BUYERS = 20;
const SERVERS_EACH = 20;
const PATIENCE_MS = 120_000;

export interface DeployFigures {
  buyers: number;
  servers: number;
  /** Orders answered a second, and how long one took in ms. */
  orders: Measured;
  /** Servers that became active, a second, from the first order to the last server. */
  activePerSecond: number;
  /** CPU of each process for one deploy, ms. */
  apiCpuMs: number;
  workerCpuMs: number;
}

export async function measureDeploys(fixture: Fixture): Promise<DeployFigures> {
  const { db, databaseUrl } = fixture;
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-engine-'));
  const children = { api: startChild('api'), worker: startChild('worker'), buyers: startChild('buyers') };
  try {
    const port = await children.api.ask<number>('open', databaseUrl);
    await children.worker.ask('open', { databaseUrl, engine: 'simulated', home, images: home } satisfies WorkerOptions);
    const purchase = await prepare(fixture, port);
    const cpu = async () => ({ api: await children.api.cpuMs(), worker: await children.worker.cpuMs() });
    const before = await cpu();
    const began = performance.now();
    const orders = await children.buyers.ask<Measured>('run', purchase);
    await untilActive();
    const took = performance.now() - began;
    const after = await cpu();
    const servers = BUYERS * SERVERS_EACH;
    return {
      buyers: BUYERS,
      servers,
      orders,
      activePerSecond: (servers / took) * 1000,
      apiCpuMs: (after.api - before.api) / servers,
      workerCpuMs: (after.worker - before.worker) / servers,
    };
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    fs.rmSync(home, { recursive: true, force: true });
  }

  async function untilActive(): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(20)) {
      const { waiting } = await db
        .selectFrom('servers')
        .select((eb) => eb.fn.countAll<number>().as('waiting'))
        .where('status', '<>', 'active')
        .executeTakeFirstOrThrow();
      if (Number(waiting) === 0) return;
      if (Date.now() > deadline) throw new Error(`${waiting} servers are not active after ${PATIENCE_MS / 1000} s`);
    }
  }
}

async function prepare({ db }: Fixture, port: number): Promise<Purchase> {
  const accounts = await Promise.all(Array.from({ length: BUYERS }, () => givenAccount(db, { funds: 1_000_00n })));
  const keys = await Promise.all(accounts.map(({ accountId }) => givenSshKey(db, { accountId })));
  const image = await db.selectFrom('images').select('id').where('key', '=', 'tiny-1').executeTakeFirstOrThrow();
  return {
    port,
    tokens: accounts.map(({ token }) => token),
    serversEach: SERVERS_EACH,
    imageId: image.id,
    sshKeyIds: keys.map(({ id }) => id),
  };
}

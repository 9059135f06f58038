/** Compares the same operations of Innkeeper and Incus, alternating, each through its own API on the same machine. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, openFilledDatabase } from '../database.ts';
import { NODE } from '../fixture/catalogue.ts';
import { aShop, type Shop } from '../fixture/fillings.ts';
import { CONNECTIONS, combineRounds, type LoadFigures, type Target, type Times } from '../load.ts';
import { buy, type Sold } from '../orders/buy.ts';
import { idsOf, pageRequests, tokenRequest } from '../reads/part.ts';
import type { Say } from '../reads/read-bench.ts';
import type { Created, IncusPurchase } from '../roles/incus-buyers.ts';
import type { WorkerOptions } from '../roles/worker.ts';
import { type Incus, startIncus } from './incus.ts';

/** Number of existing items in each program. */
export const EXISTING_ITEMS = 1_000;
const SECONDS = 2;
const ROUNDS = 2;
const CREATED_ALONE = 20;
const CREATED_EACH = 10;
/** Time in milliseconds after a reply, in which Incus completes the requested work. */
const REST_MS = 2_000;

interface PeerRow {
  act: string;
  who: 'Innkeeper' | 'Incus';
  clients: number;
  measured: LoadFigures;
  /** Number of items in a reply. */
  items: number;
}

export interface PeerFigures {
  version: string;
  rows: PeerRow[];
}

/** Measures both. Returns `null` if Incus is not installed. */
export async function measurePeer(say: Say): Promise<PeerFigures | null> {
  const incus = await startIncus();
  if (!incus) return null;
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-bench-engine-'));
  const children: Child[] = [];
  const child = (role: string): Child => {
    const started = startChild(role);
    children.push(started);
    return started;
  };
  const database = await openFilledDatabase(aShop, say);
  try {
    const [api, worker] = [child('api'), child('worker')];
    const port = await api.ask<number>('open', database.urls.api);
    const options = { databaseUrl: database.urls.worker, node: NODE, engine: 'simulated', home, images: home } as const;
    await worker.ask('open', options satisfies WorkerOptions);
    const theirs = child('incus-buyers');
    const create = (buyers: number, each: number, name: string) =>
      theirs.ask<Created>('run', { socketPath: incus.socketPath, buyers, each, name } satisfies IncusPurchase);
    say(`Incus ${incus.version} creates ${EXISTING_ITEMS} instances`);
    await create(CONNECTIONS, EXISTING_ITEMS / CONNECTIONS, 'lies');
    await sleep(REST_MS);
    const reads = await readBoth(child('load'), database, port, incus);
    const buyers = child('buyers');
    const sell = (count: number, serversEach: number) => buy(database.db, buyers, { port, buyers: count, serversEach });
    await sell(2, 5);
    const rows = [...reads, ...(await createBoth(sell, create))];
    return { version: incus.version, rows };
  } finally {
    await Promise.all(children.map((one) => one.stop()));
    await incus.stop();
    await database.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

async function readBoth(load: Child, { db, known }: BenchDatabase<Shop>, port: number, incus: Incus): Promise<PeerRow[]> {
  const { token, accountId } = known.thousand;
  const base = `http://127.0.0.1:${port}`;
  const ids = await idsOf(db, accountId);
  const there = { base: 'http://localhost', socketPath: incus.socketPath };
  const names = Array.from({ length: CONNECTIONS }, (_, i) => `/1.0/instances/lies-${i}-1`);
  const targets = [
    { act: `list ${EXISTING_ITEMS}`, who: 'Innkeeper', items: 50, target: { base, asks: pageRequests(token), fresh: true } },
    {
      act: `list ${EXISTING_ITEMS}`,
      who: 'Incus',
      items: EXISTING_ITEMS,
      target: { ...there, asks: [{ path: '/1.0/instances?recursion=1', headers: {} }] },
    },
    {
      act: 'get one',
      who: 'Innkeeper',
      items: 1,
      target: { base, asks: ids.map((id) => tokenRequest(token, `/v1/servers/${id}`)), fresh: true },
    },
    { act: 'get one', who: 'Incus', items: 1, target: { ...there, asks: names.map((name) => ({ path: name, headers: {} })) } },
  ] as const;
  const rows = targets.flatMap((one) => [1, CONNECTIONS].map((clients) => ({ ...one, clients, rounds: [] as Times[] })));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { target, clients, rounds } of rows) {
      const measuredTarget: Target = { ...target, asks: [...target.asks], clients };
      rounds.push(await load.ask<Times>('run', measuredTarget, SECONDS));
    }
  }
  return rows.map(({ act, who, clients, items, rounds }) => ({ act, who, clients, items, measured: combineRounds(rounds) }));
}

async function createBoth(
  sell: (buyers: number, each: number) => Promise<Sold>,
  create: (buyers: number, each: number, name: string) => Promise<Created>,
): Promise<PeerRow[]> {
  const rows: PeerRow[] = [];
  for (const [clients, each] of [
    [1, CREATED_ALONE],
    [CONNECTIONS, CREATED_EACH],
  ] as const) {
    const ours = await sell(clients, each);
    await sleep(REST_MS);
    const theirs = await create(clients, each, `new-${clients}`);
    await sleep(REST_MS);
    const row = (act: string, who: PeerRow['who'], measured: LoadFigures) => rows.push({ act, who, clients, items: 1, measured });
    row('create, accepted', 'Innkeeper', ours.orders);
    row('create, accepted', 'Incus', combineRounds([theirs.accepted]));
    row('create, done', 'Innkeeper', ours.done);
    row('create, done', 'Incus', combineRounds([theirs.done]));
  }
  return rows;
}

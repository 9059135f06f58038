/** Measures orders by several concurrent customers until the last server is delivered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { givenAccount, givenSshKey } from '@innkeeper/lab/given';
import { type Kysely, sql } from 'kysely';
import type { Child } from '../child.ts';
import { combineRounds, type LoadFigures, summarise } from '../load.ts';
import type { Bought, Purchase } from '../roles/buyers.ts';

const DELIVERY_TIMEOUT_MS = 120_000;

interface PurchasesToMake {
  /** Port of the API. */
  port: number;
  buyers: number;
  serversEach: number;
  /** Pause in milliseconds of each buyer between a reply and the next order, 0 by default. */
  pauseMs?: number;
}

export interface Sold {
  /** Orders per second, and the response time of one order. */
  orders: LoadFigures;
  /** Time from an order to the event that reports the server as active. The rate covers the time from the first order to the last event. */
  done: LoadFigures;
}

/** Runs the buyers in `child` and waits for all deliveries. */
export async function buy(db: Kysely<Database>, child: Child, purchases: PurchasesToMake): Promise<Sold> {
  return delivered(db, await child.ask<Bought>('run', await prepare(db, purchases)));
}

async function prepare(db: Kysely<Database>, { port, buyers, serversEach, pauseMs = 0 }: PurchasesToMake): Promise<Purchase> {
  const accounts = await Promise.all(Array.from({ length: buyers }, () => givenAccount(db, { funds: 1_000_00n })));
  const keys = await Promise.all(accounts.map(({ accountId }) => givenSshKey(db, { accountId })));
  const image = await db.selectFrom('images').select('id').where('key', '=', 'tiny-1').executeTakeFirstOrThrow();
  return {
    port,
    tokens: accounts.map(({ token }) => token),
    serversEach,
    imageId: image.id,
    sshKeyIds: keys.map(({ id }) => id),
    pauseMs,
  };
}

/** Waits until all servers are delivered. Throws after two minutes. */
async function delivered(db: Kysely<Database>, { times, tookMs, sentAt }: Bought): Promise<Sold> {
  const orders = combineRounds([{ times, tookMs }]);
  const ids = sentAt.map(({ serverId }) => serverId);
  for (const deadline = Date.now() + DELIVERY_TIMEOUT_MS; ; await sleep(50)) {
    // Events have the time of their commit by the clock of the database, which runs on this machine. `sentAt` uses the same clock.
    const { rows } = await sql<{ id: number; at: Date }>`
      select resource_id as id, min(at) as at from events
      where resource_kind = 'server' and resource_id = any(${ids}::int[]) and data ->> 'status' = 'active' group by 1`.execute(
      db,
    );
    if (rows.length === ids.length) {
      const activeAt = new Map(rows.map(({ id, at }) => [id, at.getTime()]));
      const took = sentAt.map(({ serverId, at }) => (activeAt.get(serverId) ?? 0) - at);
      const [first, last] = [Math.min(...sentAt.map(({ at }) => at)), Math.max(...activeAt.values())];
      return { orders, done: summarise(took, last - first) };
    }
    if (Date.now() > deadline)
      throw new Error(`${ids.length - rows.length} servers are not active after ${DELIVERY_TIMEOUT_MS / 1000} s`);
  }
}

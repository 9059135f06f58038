/** Orders by several customers at once, until the last server is delivered. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@innkeeper/db/schema';
import { givenAccount, givenSshKey } from '@innkeeper/lab/given';
import { type Kysely, sql } from 'kysely';
import type { Child } from '../child.ts';
import { type Measured, summarise, together } from '../load.ts';
import type { Bought, Purchase } from '../roles/buyers.ts';

const PATIENCE_MS = 120_000;

interface BuyWanted {
  /** Of the API. */
  port: number;
  buyers: number;
  serversEach: number;
  /** Of each buyer, between an answer and the next order; default none. */
  pauseMs?: number;
}

export interface Sold {
  /** Orders answered a second, and how long one took in ms. */
  orders: Measured;
  /** From the order to the event that says active; a second: from the first order to the last server. */
  done: Measured;
}

/** `child`: a process of buyers. */
export async function buy(db: Kysely<Database>, child: Child, wanted: BuyWanted): Promise<Sold> {
  return delivered(db, await child.ask<Bought>('run', await prepare(db, wanted)));
}

async function prepare(db: Kysely<Database>, { port, buyers, serversEach, pauseMs = 0 }: BuyWanted): Promise<Purchase> {
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

/** Waits until all are. */
async function delivered(db: Kysely<Database>, { times, tookMs, sentAt }: Bought): Promise<Sold> {
  const orders = together([{ times, tookMs }]);
  const ids = sentAt.map(({ serverId }) => serverId);
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(50)) {
    // By the clock of the database, which is ours: an event's time is that of its commit.
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
      throw new Error(`${ids.length - rows.length} servers are not active after ${PATIENCE_MS / 1000} s`);
  }
}

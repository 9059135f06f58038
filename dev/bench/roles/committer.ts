/**
 * Writes for other customers at a steady rate, in a separate process.
 *
 * Each commit changes one of their servers or orders, with everything that belongs to a commit: its trigger, its event, its notification
 * and the wait for the disk.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Role } from '../child.ts';

export interface CommitRate {
  perSecond: number;
  /** Accounts whose servers and orders are changed, one at random each time. */
  accountIds: number[];
}

const CONCURRENCY = 8;
const POLL_INTERVAL_MS = 4;

const CHANGE_SERVER = `update server_details set power = case power when 'running' then 'stopped' else 'running' end, updated_at = clock_timestamp()
  where id = (select id from services where account_id = $1 and type = 'server' order by created_at desc, id desc offset $2 limit 1)`;
const CHANGE_ORDER = `update orders set status_reason = clock_timestamp()::text
  where id = (select id from orders where account_id = $1 order by id desc offset $2 limit 1)`;
/** Number of servers or orders that change per account, the newest ones. */
const SERVERS_PER_ACCOUNT = 50;

export function committer(): Role {
  let pool: pg.Pool;
  let stopped = true;
  let running: Promise<number> = Promise.resolve(0);
  return {
    open(databaseUrl: string): void {
      pool = new pg.Pool({ connectionString: databaseUrl, max: CONCURRENCY });
    },
    start(rate: CommitRate): void {
      stopped = false;
      running = commitSteadily(pool, rate, () => stopped);
    },
    /** Stops and returns the measured commits per second. */
    async stop(): Promise<number> {
      stopped = true;
      return running;
    },
    close: () => pool?.end(),
  };
}

async function commitSteadily(pool: pg.Pool, { perSecond, accountIds }: CommitRate, stopped: () => boolean): Promise<number> {
  const began = performance.now();
  const underWay = new Set<Promise<unknown>>();
  let begun = 0;
  while (!stopped()) {
    const due = ((performance.now() - began) / 1000) * perSecond;
    for (; begun < due && underWay.size < CONCURRENCY; begun += 1) {
      const account = accountIds[Math.floor(Math.random() * accountIds.length)];
      const statement = { name: `change-${begun % 2}`, text: begun % 2 === 0 ? CHANGE_SERVER : CHANGE_ORDER };
      const change: Promise<unknown> = pool
        .query({ ...statement, values: [account, Math.floor(Math.random() * SERVERS_PER_ACCOUNT)] })
        .finally(() => underWay.delete(change));
      underWay.add(change);
    }
    await sleep(POLL_INTERVAL_MS);
  }
  await Promise.all(underWay);
  return (begun / (performance.now() - began)) * 1000;
}

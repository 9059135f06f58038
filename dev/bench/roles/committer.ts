/**
 * Others who write, at a steady rate and in a process of their own: each commit changes a server or an order of theirs, so that
 * all that happens at a commit happens (its trigger, its event, its notification, the wait for the disk).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Role } from '../child.ts';

export interface CommitRate {
  perSecond: number;
  /** Whose servers and orders are changed, one of them at random each time. */
  accountIds: number[];
}

const AT_ONCE = 8;
const LOOK_MS = 4;

const CHANGE_SERVER = `update server_details set power = case power when 'running' then 'stopped' else 'running' end, updated_at = clock_timestamp()
  where id = (select id from services where account_id = $1 and type = 'server' order by created_at desc, id desc offset $2 limit 1)`;
const CHANGE_ORDER = `update orders set status_reason = clock_timestamp()::text
  where id = (select id from orders where account_id = $1 order by id desc offset $2 limit 1)`;
/** Of each account so many change, the newest. */
const OF_EACH = 50;

export function committer(): Role {
  let pool: pg.Pool;
  let stopped = true;
  let running: Promise<number> = Promise.resolve(0);
  return {
    open(databaseUrl: string): void {
      pool = new pg.Pool({ connectionString: databaseUrl, max: AT_ONCE });
    },
    start(rate: CommitRate): void {
      stopped = false;
      running = commitSteadily(pool, rate, () => stopped);
    },
    /** Commits a second that there were. */
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
    for (; begun < due && underWay.size < AT_ONCE; begun += 1) {
      const account = accountIds[Math.floor(Math.random() * accountIds.length)];
      const statement = { name: `change-${begun % 2}`, text: begun % 2 === 0 ? CHANGE_SERVER : CHANGE_ORDER };
      const change: Promise<unknown> = pool
        .query({ ...statement, values: [account, Math.floor(Math.random() * OF_EACH)] })
        .finally(() => underWay.delete(change));
      underWay.add(change);
    }
    await sleep(LOOK_MS);
  }
  await Promise.all(underWay);
  return (begun / (performance.now() - began)) * 1000;
}

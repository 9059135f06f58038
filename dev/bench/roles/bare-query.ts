/** The yardstick for the database: the statements of the requests, sent by `pg` alone. Their rows are discarded. */
import pg from 'pg';
import type { Role } from '../child.ts';
import { POOL, type Times } from '../load.ts';
import type { Statement } from '../statements/record.ts';

interface BareLoad {
  seconds: number;
  clients: number;
  /** True to send the statements of a request in one transaction. */
  transaction?: boolean;
}

export function bareQuery(): Role {
  let pool: pg.Pool;
  return {
    open(databaseUrl: string): void {
      // Named statements are planned once, as on connections of Innkeeper (db/connect.ts).
      pool = new pg.Pool({ connectionString: databaseUrl, max: POOL, options: '-c plan_cache_mode=force_generic_plan' });
    },
    /** Sends `requests` in rotation, with `clients` requests at a time. */
    async run(requests: Statement[][], { seconds, clients, transaction = false }: BareLoad): Promise<Times> {
      const times: number[] = [];
      const began = performance.now();
      const until = began + seconds * 1000;
      let asked = 0;
      const askAgain = async () => {
        while (performance.now() < until) {
          const statements = requests[asked++ % requests.length] ?? [];
          const sent = performance.now();
          if (transaction) await inTransaction(pool, statements);
          else for (const statement of statements) await pool.query(statement);
          times.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: clients }, askAgain));
      return { times, tookMs: performance.now() - began };
    },
    close: () => pool?.end(),
  };
}

async function inTransaction(pool: pg.Pool, statements: Statement[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } finally {
    client.release();
  }
}

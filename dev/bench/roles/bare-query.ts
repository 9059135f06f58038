/** The yardstick for the database: the request's own statements, sent by `pg` alone and their rows thrown away. */
import pg from 'pg';
import type { Role } from '../child.ts';
import { type Measured, POOL, summarise } from '../load.ts';
import type { Statement } from '../statements.ts';

export function bareQuery(): Role {
  let pool: pg.Pool;
  return {
    open(databaseUrl: string): void {
      pool = new pg.Pool({ connectionString: databaseUrl, max: POOL });
    },
    /** As many at a time as the load generator keeps connections. */
    async run(statements: Statement[], { seconds, connections }: { seconds: number; connections: number }): Promise<Measured> {
      const times: number[] = [];
      const began = performance.now();
      const until = began + seconds * 1000;
      const askAgain = async () => {
        while (performance.now() < until) {
          const sent = performance.now();
          for (const statement of statements) await pool.query(statement);
          times.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: connections }, askAgain));
      return summarise(times, performance.now() - began);
    },
    close: () => pool?.end(),
  };
}

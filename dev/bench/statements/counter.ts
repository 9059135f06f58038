import { API_ROLE } from '@innkeeper/db/roles';
import type pg from 'pg';

/** Returns the number of statements that the API has sent so far, by pg_stat_statements. A busy machine does not change this count. */
export type Counter = () => Promise<number>;

export function statementCounter(superuser: pg.Pool): Counter {
  return async () => {
    const { rows } = await superuser.query<{ calls: string }>({
      name: 'count',
      text: 'select coalesce(sum(calls), 0) as calls from pg_stat_statements(false) where userid = $1::regrole',
      values: [API_ROLE],
    });
    return Number(rows[0]?.calls ?? 0);
  };
}

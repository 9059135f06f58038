/** Compares what is counted with what there is, account after account. What differs is a fault of ours, or a hand in the tables: it is mended, and the operator is told. */
import { alertOnce, keyOf } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

export interface Counted {
  /** In the alert's key: `servers`. */
  name: string;
  /** For the operator: `list of servers`. */
  what: string;
  /** Mends the counts of an account. Returns in how many places they were wrong. */
  verify(accountId: number): Promise<number>;
}

export type VerifyCx = Pick<JobContext, 'db' | 'clock' | 'stopping'>;

/** Of accounts at once. */
const BATCH = 100;

/** `accounts`: which of them. Returns in how many accounts something differed. */
export function verifyCounts(
  { db, clock, stopping }: VerifyCx,
  { name, accounts, counted }: { name: string; accounts: RawBuilder<boolean>; counted: readonly Counted[] },
): Promise<number> {
  let last = 0;
  return forEachDue(
    { db, clock, ...(stopping && { stopping }) },
    {
      name,
      kind: 'account',
      async find(except) {
        const next = db.selectFrom('accounts').select('id').where('id', '>', last).where(accounts);
        const found = await next
          .where(sql<boolean>`id <> all(${[...except]}::int[])`)
          .orderBy('id')
          .limit(BATCH)
          .execute();
        last = found.at(-1)?.id ?? last;
        return found;
      },
      async act({ id }) {
        const resource = { kind: 'account', id };
        let differed = false;
        for (const one of counted) {
          const wrong = await one.verify(id);
          if (wrong === 0) continue;
          differed = true;
          const message = `The ${one.what} of account ${id} had ${wrong} wrong counts, which were corrected. Report this as a bug, then close this alert.`;
          await alertOnce(db, { kind: 'list_miscounted', key: `${one.name}:${keyOf(resource)}`, resource, message });
        }
        return differed;
      },
    },
  );
}

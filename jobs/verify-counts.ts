/**
 * Compares stored counts with the actual numbers, account by account. Corrects each difference and opens an alert, because the cause is a
 * bug or a manual change in the tables.
 */
import { alertKeyOf, alertOnce } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { type RawBuilder, sql } from 'kysely';
import type { JobContext } from './job.ts';

export interface Counted {
  /** Name in the alert's key, such as `servers`. */
  name: string;
  /** Description for the operator, such as `list of servers`. */
  what: string;
  /** Corrects the counts of an account. Returns the number of wrong counts. */
  verify(accountId: number): Promise<number>;
}

export type VerifyCx = Pick<JobContext, 'db' | 'clock' | 'stopping'>;

/** Number of accounts read at a time. */
const BATCH = 100;

/** Verifies the accounts that match the condition `accounts`. Returns the number of accounts with a difference. */
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
          await alertOnce(db, { kind: 'list_miscounted', key: `${one.name}:${alertKeyOf(resource)}`, resource, message });
        }
        return differed;
      },
    },
  );
}

import { alertOnce, keyOf } from '@innkeeper/db/tables/alerts';
import { verifyAuditCounts as verify } from '@innkeeper/db/tables/audit-counts/verify';
import { forEachDue } from '@innkeeper/db/tables/due';
import { days, hours } from '@innkeeper/model/clock';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Each account has an hour of the week, so that no run goes through ten million lines. */
const TURNS = days(7) / hours(1);
/** Of accounts at once. */
const BATCH = 100;

/**
 * Compares what is counted of the audit logs of the accounts of this hour with their lines. What differs is a fault of ours, or a hand in the tables: it is
 * mended, and the operator is told. Returns in how many accounts something differed.
 */
export function verifyAuditCounts({ db, clock, stopping }: Pick<JobContext, 'db' | 'clock' | 'stopping'>): Promise<number> {
  const turn = Math.floor(clock.now().getTime() / hours(1)) % TURNS;
  let last = 0;
  return forEachDue(
    { db, clock, ...(stopping && { stopping }) },
    {
      name: 'verify-audit-counts',
      kind: 'account',
      async find(except) {
        const ofTurn = db.selectFrom('accounts').select('id').where('id', '>', last);
        const found = await ofTurn
          .where(sql<boolean>`id % ${TURNS}::int = ${turn}::int and id <> all(${[...except]}::int[])`)
          .orderBy('id')
          .limit(BATCH)
          .execute();
        last = found.at(-1)?.id ?? last;
        return found;
      },
      async act({ id }) {
        const wrong = await verify(db, id);
        if (wrong === 0) return false;
        const resource = { kind: 'account', id };
        const message = `The audit log of account ${id} was counted wrongly in ${wrong} places, and has been counted again.`;
        await alertOnce(db, { kind: 'list_miscounted', key: `audit_log:${keyOf(resource)}`, resource, message });
        return true;
      },
    },
  );
}

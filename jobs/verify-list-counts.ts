import { alertOnce, keyOf } from '@innkeeper/db/tables/alerts';
import { forEachDue } from '@innkeeper/db/tables/due';
import { COUNTED_LISTS } from '@innkeeper/db/tables/list-counts/lists';
import { verifyListCounts as verify } from '@innkeeper/db/tables/list-counts/verify';
import { sql } from 'kysely';
import type { JobContext } from './job.ts';

/** Of accounts at once. */
const BATCH = 100;

/**
 * Compares the kept counts of every account with its rows. What differs is a fault of ours: it is mended, and the operator is told.
 * Returns in how many accounts something differed.
 */
export function verifyListCounts({ db, clock }: Pick<JobContext, 'db' | 'clock'>): Promise<number> {
  let last = 0;
  return forEachDue(
    { db, clock },
    {
      name: 'verify-list-counts',
      kind: 'account',
      async find(except) {
        const accounts = db.selectFrom('accounts').select('id').where('id', '>', last);
        const found = await accounts
          .where(sql<boolean>`id <> all(${[...except]}::int[])`)
          .orderBy('id')
          .limit(BATCH)
          .execute();
        last = found.at(-1)?.id ?? last;
        return found;
      },
      async act({ id }) {
        let differed = false;
        for (const list of COUNTED_LISTS) {
          const wrong = await verify(db, list, id);
          if (wrong === 0) continue;
          differed = true;
          const resource = { kind: 'account', id };
          const message = `The list of ${list.name} of account ${id} was counted wrongly in ${wrong} places, and has been counted again.`;
          await alertOnce(db, { kind: 'list_miscounted', key: `${list.name}:${keyOf(resource)}`, resource, message });
        }
        return differed;
      },
    },
  );
}

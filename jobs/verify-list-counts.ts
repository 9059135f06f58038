import { alertOnce, keyOf } from '@innkeeper/db/tables/alerts';
import { COUNTED_LISTS } from '@innkeeper/db/tables/list-counts/lists';
import { verifyListCounts as verify } from '@innkeeper/db/tables/list-counts/verify';
import type { JobContext } from './job.ts';

/** Of accounts at once. */
const BATCH = 100;

/** Compares the kept counts of every account with its rows. What differs is a fault of ours: it is mended, and the operator is told. */
export async function verifyListCounts({ db }: Pick<JobContext, 'db'>): Promise<void> {
  for (let last = 0; ; ) {
    const accounts = await db.selectFrom('accounts').select('id').where('id', '>', last).orderBy('id').limit(BATCH).execute();
    for (const { id } of accounts) {
      for (const list of COUNTED_LISTS) {
        const wrong = await verify(db, list, id);
        if (wrong === 0) continue;
        const resource = { kind: 'account', id };
        const message = `The list of ${list.name} of account ${id} was counted wrongly in ${wrong} places, and has been counted again.`;
        await alertOnce(db, { kind: 'list_miscounted', key: `${list.name}:${keyOf(resource)}`, resource, message });
      }
    }
    if (accounts.length < BATCH) return;
    last = accounts.at(-1)?.id ?? 0;
  }
}

import { COUNTED_LISTS } from '@innkeeper/db/tables/list-counts/lists';
import { verifyListCounts as verify } from '@innkeeper/db/tables/list-counts/verify';
import { sql } from 'kysely';
import { type VerifyCx, verifyCounts } from './verify-counts.ts';

/** Compares the stored list counts of every account with its rows and corrects them. Returns the number of accounts with a difference. */
export function verifyListCounts(cx: VerifyCx): Promise<number> {
  return verifyCounts(cx, {
    name: 'verify-list-counts',
    accounts: sql<boolean>`true`,
    counted: COUNTED_LISTS.map((list) => ({
      name: list.name,
      what: `list of ${list.name}`,
      verify: (id) => verify(cx.db, list, id),
    })),
  });
}

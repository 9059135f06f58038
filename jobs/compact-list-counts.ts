import { compactListCounts as compact } from '@innkeeper/db/tables/list-counts/compact';
import type { JobContext } from './job.ts';

/** Counts lists again where they have changed; until then a page adds the changes up itself. */
export async function compactListCounts({ db }: Pick<JobContext, 'db'>): Promise<void> {
  await compact(db);
}

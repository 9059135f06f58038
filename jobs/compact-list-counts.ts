import { compactListCounts as compact } from '@innkeeper/db/tables/list-counts/compact';
import type { JobContext } from './job.ts';

/** Recounts lists that have recorded changes, and deletes the changes. Pages add up changes that are not recounted yet. */
export async function compactListCounts({ db }: Pick<JobContext, 'db'>): Promise<void> {
  await compact(db);
}

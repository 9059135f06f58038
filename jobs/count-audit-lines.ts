import { countAuditLines as count } from '@innkeeper/db/tables/audit-counts/count';
import type { JobContext } from './job.ts';

/** Counts new lines of the audit log. Pages of the log count the remaining lines themselves. */
export async function countAuditLines({ db, stopping }: Pick<JobContext, 'db' | 'stopping'>): Promise<void> {
  await count(db, { stopping });
}

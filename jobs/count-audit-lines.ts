import { countAuditLines as count } from '@innkeeper/db/tables/audit-counts/count';
import type { JobContext } from './job.ts';

/** Counts lines of the audit log that were added; until then a page goes through them itself. */
export async function countAuditLines({ db, stopping }: Pick<JobContext, 'db' | 'stopping'>): Promise<void> {
  await count(db, { stopping });
}

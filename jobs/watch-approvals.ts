/** Opens an alert for each approval that has waited for a day, and closes those of expired approvals. Mails their requesters. */

import { watchApprovals as watch } from '@innkeeper/domain/approvals/waiting';
import { transact } from '@innkeeper/domain/context';
import type { JobContext } from './job.ts';

/** Returns how many alerts were opened or closed, and mails were queued. */
export const watchApprovals = (cx: JobContext): Promise<number> => transact(cx, watch);

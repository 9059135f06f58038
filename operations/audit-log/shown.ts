import type { LoadedAuditEntry } from '@innkeeper/db/tables/audit-entries';
import { jsonText } from '@innkeeper/model/json-text';

/** Customers, and whoever says that they are one. */
const OF_ACCOUNT: ReadonlySet<LoadedAuditEntry['actor_kind']> = new Set(['token', 'session', 'visitor']);

/**
 * What an account reads of an entry's details, as JSON: those of what was done in its name. The host's have reasons that are for other operators, and
 * those of jobs and workflows are for whoever mends them.
 */
export function detailsOf({ actor_kind, details }: LoadedAuditEntry): string | null {
  return OF_ACCOUNT.has(actor_kind) ? jsonText(details) : null;
}

import type { LoadedAuditEntry } from '@innkeeper/db/tables/audit-entries';
import { jsonText } from '@innkeeper/model/json-text';

/** Customers, and whoever says that they are one. */
const OF_ACCOUNT: ReadonlySet<LoadedAuditEntry['actor_kind']> = new Set(['token', 'session', 'visitor']);

/** Of the host: what it does without the consent of the account, it tells with its reason. */
const TOLD: ReadonlySet<string> = new Set(['forceAccess']);

/**
 * What an account reads of an entry's details, as JSON: those of what was done in its name, and of what support did without its consent. The host's others have reasons that are for other operators, and
 * those of jobs and workflows are for whoever mends them.
 */
export function detailsOf({ actor_kind, action, details }: LoadedAuditEntry): string | null {
  return OF_ACCOUNT.has(actor_kind) || TOLD.has(action) ? jsonText(details) : null;
}

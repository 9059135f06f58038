import type { LoadedAuditEntry } from '@innkeeper/db/tables/audit-entries';
import { jsonText } from '@innkeeper/model/json-text';

/** Kinds of actors that act for the account: customers, and visitors who claim to be customers. */
const ACCOUNT_ACTORS: ReadonlySet<LoadedAuditEntry['actor_kind']> = new Set(['token', 'session', 'visitor']);

/** Operator actions without the account's consent. The account may read their reasons. */
const CUSTOMER_VISIBLE_ACTIONS: ReadonlySet<string> = new Set(['forceAccess']);

/**
 * Returns the details of an entry as JSON if the account may read them, otherwise `null`.
 *
 * An account reads the details of its own actions, and of access that support opened without its consent. Details of other operator actions
 * are for operators only. Details of jobs and workflows serve troubleshooting.
 */
export function visibleDetails({ actor_kind, action, details }: LoadedAuditEntry): string | null {
  return ACCOUNT_ACTORS.has(actor_kind) || CUSTOMER_VISIBLE_ACTIONS.has(action) ? jsonText(details) : null;
}

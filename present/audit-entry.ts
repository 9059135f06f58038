import type { AuditEntry } from '@innkeeper/contract/schemas/audit-log';
import type { LoadedAuditEntry } from '@innkeeper/db/tables/audit-entries';
import { jsonText } from '@innkeeper/model/text/json-text';
import { iso } from './time.ts';

/** Kinds of actors that act for the account: customers, and visitors who claim to be customers. */
const ACCOUNT_ACTORS: ReadonlySet<LoadedAuditEntry['actor_kind']> = new Set(['token', 'session', 'visitor']);

/** Operator actions without the account's consent. The account may read their reasons. */
const CUSTOMER_VISIBLE_ACTIONS: ReadonlySet<string> = new Set(['forceAccess']);

export function presentAuditEntry(entry: LoadedAuditEntry): AuditEntry {
  const { user_id, email, resource_kind, resource_id } = entry;
  return {
    id: Number(entry.id),
    at: iso(entry.at),
    action: entry.action,
    actor: { kind: entry.actor_kind, id: entry.actor_id, name: entry.actor_kind === 'staff' ? entry.actor_name : null },
    user: user_id !== null && email !== null ? { id: user_id, email } : null,
    resource: resource_kind !== null && resource_id !== null ? { kind: resource_kind, id: resource_id } : null,
    request_id: entry.request_id,
    details: visibleDetails(entry),
  };
}

/**
 * Returns the details of an entry as JSON if the account may read them, otherwise `null`.
 *
 * An account reads the details of its own actions, and of access that support opened without its consent. Details of other operator actions
 * are for operators only. Details of jobs and workflows serve troubleshooting.
 */
export function visibleDetails({ actor_kind, action, details }: LoadedAuditEntry): string | null {
  return ACCOUNT_ACTORS.has(actor_kind) || CUSTOMER_VISIBLE_ACTIONS.has(action) ? jsonText(details) : null;
}

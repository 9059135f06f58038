import type { AuditEntry } from '@innkeeper/contract/schemas/audit-log';
import type { LoadedAuditEntry } from '@innkeeper/db/tables/audit-entries';
import { visibleDetails } from '@innkeeper/operations/audit-log/visible-details';
import { iso } from './time.ts';

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

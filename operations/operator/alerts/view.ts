import type { Database } from '@innkeeper/db/schema';
import { isClosable } from '@innkeeper/model/alerts';
import type { Selectable } from 'kysely';

export function alertView(alert: Selectable<Database['operator_alerts']>) {
  const { id, at, kind, key, resource_kind, resource_id, message, resolved_at, acknowledged_at, acknowledged_by } = alert;
  const resource = resource_kind === null || resource_id === null ? null : { kind: resource_kind, id: resource_id };
  const seen = { acknowledged_at, acknowledged_by };
  return { id, at, kind, key, resource, message, ...seen, resolved_at, closable: resolved_at === null && isClosable(kind) };
}

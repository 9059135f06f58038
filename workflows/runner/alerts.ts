/** Alerts about workflows, one for each that needs a person; opened again only after it was resolved. */
import type { Workflow } from '@innkeeper/db/schema';
import { type Alert, keyOf } from '@innkeeper/db/tables/alerts';

export { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';

/** What an alert about a workflow names: the workflow, and the resource that it locks. */
export function aboutOf(row: Pick<Workflow, 'id' | 'resource_kind' | 'resource_id'>): Pick<Alert, 'key' | 'resource'> {
  return { key: keyOf({ kind: 'workflow', id: row.id }), ...resourceOf(row) };
}

/** The resource of a workflow, as alerts and audit lines take it. */
export function resourceOf(row: Pick<Workflow, 'resource_kind' | 'resource_id'>): Pick<Alert, 'resource'> {
  const { resource_kind: kind, resource_id: id } = row;
  return kind === null || id === null ? {} : { resource: { kind, id } };
}

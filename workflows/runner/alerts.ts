/** Alerts about workflows that need the operator. At most one alert of a kind is open per workflow. */
import type { Workflow } from '@innkeeper/db/schema';
import { type Alert, alertKeyOf } from '@innkeeper/db/tables/alerts';

export { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';

/** Returns the alert key of a workflow and the resource that it locks. */
export function aboutOf(row: Pick<Workflow, 'id' | 'resource_kind' | 'resource_id'>): Pick<Alert, 'key' | 'resource'> {
  return { key: alertKeyOf({ kind: 'workflow', id: row.id }), ...resourceOf(row) };
}

/** Returns the resource of a workflow in the format of alerts and audit lines. */
export function resourceOf(row: Pick<Workflow, 'resource_kind' | 'resource_id'>): Pick<Alert, 'resource'> {
  const { resource_kind: kind, resource_id: id } = row;
  return kind === null || id === null ? {} : { resource: { kind, id } };
}

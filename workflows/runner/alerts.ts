/** Lines for the operator, one for each thing that needs a person: told again only after it was resolved. */
import type { Workflow } from '@innkeeper/db/schema';
import type { Alert } from '@innkeeper/db/tables/alerts';

export { alertOnce, openAlertsOf, resolveAlerts } from '@innkeeper/db/tables/alerts';

/** The resource of a workflow, as alerts and audit lines take it. */
export function resourceOf(row: Pick<Workflow, 'resource_kind' | 'resource_id'>): Pick<Alert, 'resource'> {
  const { resource_kind: kind, resource_id: id } = row;
  return kind === null || id === null ? {} : { resource: { kind, id } };
}

/** Every workflow has ended once, and has released its lock and lease. */
import { findings } from './sql.ts';

export const WORKFLOW_INVARIANTS = [
  findings`
    select format('Workflow %s (%s) is %s at step %s.', id, kind, state, step) as finding
    from workflows where state not in ('done', 'undone')
    union all
    select format('Workflow %s (%s) is %s, yet a worker or a lease is named.', id, kind, state)
    from workflows where state in ('done', 'undone') and (worker_id is not null or lease_until is not null or finished_at is null)`,

  findings`
    select format('The lock "%s" of %s %s is still held by workflow %s.', reason, kind, resource_id, workflow_id) as finding
    from locks`,

  findings`
    select format('Workflow %s (%s) ended %s, with %s lines of audit that say so.', w.id, w.kind, w.state, count(a.id)) as finding
    from workflows w left join audit_log a on a.actor_kind = 'workflow' and a.actor_id = w.id and a.action in (w.kind || '.done', w.kind || '.undone')
    where w.state in ('done', 'undone')
    group by w.id having count(a.id) <> 1 or min(a.action) <> w.kind || '.' || w.state`,

  findings`
    select format('Workflow %s (%s) was undone by the %s, and %s alerts say so.', w.id, w.kind, w.fault, count(a.id)) as finding
    from workflows w left join operator_alerts a on a.kind = 'workflow_undone' and a.key = 'workflow:' || w.id
    where w.state = 'undone'
    group by w.id having count(a.id) <> case when w.fault in ('customer', 'cancelled') then 0 else 1 end
    union all
    select format('The alert "%s" is still open.', message) from operator_alerts
    where kind = 'workflow_stuck' and resolved_at is null`,
];

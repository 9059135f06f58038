/** The alert about approvals that nobody has decided within a day, and the mail about those that have expired. */
import type { Database } from '@innkeeper/db/schema';
import { alertKeyOf, alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { approvalPhrase } from '@innkeeper/model/people/approval-phrases';
import { days } from '@innkeeper/model/time/clock';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MutatingCx } from '../context.ts';
import { mailExpiries, untoldExpiries } from './expiry.ts';

const KIND = 'approval_waiting';
const PATIENCE_MS = days(1);

/** Returns the `from` and `where` clauses that select approvals without their alert. */
const unreported = (now: Date): RawBuilder<unknown> => sql`from staff_approvals p
  where p.outcome is null and p.expires_at > ${now} and p.requested_at <= ${new Date(now.getTime() - PATIENCE_MS)}
    and not exists (select from operator_alerts a
      where a.kind = ${KIND} and a.resource_id = p.id and a.resolved_at is null)`;

/**
 * Returns the `from` and `where` clauses that select open alerts whose approval no longer waits. A decision closes its alert, but not one that
 * is opened at the same moment.
 */
const ended = (now: Date): RawBuilder<unknown> => sql`from operator_alerts a join staff_approvals p on p.id = a.resource_id
  where a.kind = ${KIND} and a.resolved_at is null and (p.outcome is not null or p.expires_at <= ${now})`;

/** Returns whether an alert is to be opened or closed, or a requester to be told of an expiry. */
export const waitingApprovalsDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(exists (select ${unreported(now)}) or exists (select ${ended(now)})
    or exists (select ${untoldExpiries(now)}))`;

/** Opens and closes alerts, and tells requesters that nobody has decided in time. Returns how many. */
export async function watchApprovals(cx: MutatingCx): Promise<number> {
  const { db, clock } = cx;
  const now = clock.now();
  const opened = await sql<{ id: number; operation: string; requested_at: Date; expires_at: Date }>`
    select p.id, p.operation, p.requested_at, p.expires_at ${unreported(now)} order by p.id`.execute(db);
  for (const { id, operation, requested_at, expires_at } of opened.rows) {
    const message = `Approval ${id}, ${approvalPhrase(operation, [])}, has waited since ${requested_at.toISOString()}, and expires at ${expires_at.toISOString()}. See it with ./innkeeper approval show ${id}, then run ./innkeeper approval approve ${id} or ./innkeeper approval refuse ${id}.`;
    const resource = { kind: 'approval', id };
    await alertOnce(db, { kind: KIND, key: alertKeyOf(resource), resource, message });
  }
  const closed = await sql<{ key: string }>`select a.key ${ended(now)}`.execute(db);
  for (const { key } of closed.rows) await resolveAlerts(db, { kind: KIND, key }, now);
  return opened.rows.length + closed.rows.length + (await mailExpiries(cx));
}

/** Closes the alert of an approval that was decided. */
export function closeWaitingAlert(db: Kysely<Database>, id: number, now: Date): Promise<void> {
  return resolveAlerts(db, { kind: KIND, key: alertKeyOf({ kind: 'approval', id }) }, now);
}

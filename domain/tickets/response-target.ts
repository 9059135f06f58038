/**
 * The response clock of a support plan. It starts with a customer's message that waits for an answer, and stops once the ticket no longer
 * waits.
 *
 * The terms are those of the account's plan at the time of the message, as the catalogue describes it then.
 */
import { resolveAlerts } from '@innkeeper/db/tables/alerts';
import { findResponsePromise, startResponseTarget, stopResponseTarget } from '@innkeeper/db/tables/response-targets';
import { findSupportHours } from '@innkeeper/db/tables/support-hours';
import { priceOfMonths } from '@innkeeper/model/services/services';
import { promisedCredit, WARN_AFTER } from '@innkeeper/model/support/response-credit';
import { AROUND_THE_CLOCK, workingTime } from '@innkeeper/model/support/support-hours';
import { minutes } from '@innkeeper/model/time/clock';
import type { MutatingCx } from '../context.ts';

/** Returns the alert for an answer that is due. */
export const dueAlertOf = (ticketId: number) => ({ kind: 'response_due' as const, key: `ticket:${ticketId}` });

export interface WaitingTicket {
  id: number;
  /** Account, or `null` for a sender without an account, who has no plan. */
  account_id: number | null;
  /** Start of the current wait. Each wait has at most one target. */
  waiting_since: Date;
}

/**
 * Starts the response clock after a customer's message. Does nothing if the plan promises no response time, or this wait already has its
 * target.
 */
export async function startResponseClock(
  cx: MutatingCx,
  { id, account_id, waiting_since }: WaitingTicket,
  now: Date,
): Promise<void> {
  if (account_id === null) return;
  const promise = await findResponsePromise(cx.db, account_id);
  if (!promise) return;
  const time = promise.around_the_clock ? AROUND_THE_CLOCK : workingTime(await findSupportHours(cx.db));
  const withinMs = minutes(promise.response_minutes);
  const monthPrice = priceOfMonths(promise.renew_price, promise.billing_cycle, 1);
  const [warn_at, due_at] = [time.after(now, withinMs * WARN_AFTER), time.after(now, withinMs)];
  if (!warn_at || !due_at) return;
  await startResponseTarget(cx.db, {
    ticket_id: id,
    account_id,
    service_id: promise.id,
    waiting_since,
    started_at: now,
    warn_at,
    due_at,
    promised: promisedCredit(monthPrice, promise.credit_percentage),
  });
}

/** Stops the response clock and resolves the alert. For answers by staff and resolved tickets. */
export async function stopResponseClock(cx: MutatingCx, ticketId: number, now: Date): Promise<void> {
  await stopResponseTarget(cx.db, ticketId, now);
  await resolveAlerts(cx.db, dueAlertOf(ticketId), now);
}

/**
 * Settles response targets that were missed: credits the account once, as its plan promises and within the monthly limit. The account gets
 * a mail, and an alert stays open until the ticket is answered.
 */
import { credit, lockBalance } from '@innkeeper/db/ledger';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import {
  creditedSince,
  lockResponseTarget,
  type ResponseTarget,
  updateResponseTarget,
} from '@innkeeper/db/tables/response-targets';
import { updateTicket } from '@innkeeper/db/tables/tickets';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import { priceOfMonths } from '@innkeeper/model/services/services';
import { creditOf, monthBefore } from '@innkeeper/model/support/response-credit';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { dueAlertOf } from './response-target.ts';

/** Settles a target. Returns whether it was due and not yet settled. */
export async function settleResponseTarget(cx: MutatingCx, id: number): Promise<boolean> {
  const target = await lockResponseTarget(cx.db, id);
  const now = cx.clock.now();
  if (!target || target.due_at >= now) return false;
  const service = await cx.db.selectFrom('services').selectAll().where('id', '=', target.service_id).executeTakeFirstOrThrow();
  if (target.lost || !servedAt(service, target.due_at)) {
    await updateResponseTarget(cx.db, id, { outcome: 'void', settled_at: now });
    if (target.lost) await resolveAlerts(cx.db, dueAlertOf(target.ticket_id), now);
    return true;
  }
  const credited = await creditFor(cx, target, service);
  await audit(
    cx,
    'ticket.response_missed',
    { kind: 'ticket', id: target.ticket_id, accountId: target.account_id },
    { due_at: target.due_at.toISOString(), service: target.service_id, credited: formatDecimal(credited) },
  );
  if (target.waits) await alertStaff(cx, target, 'was not answered in time');
  return true;
}

/** Warns staff that a target is close. Returns whether this warning was due. */
export async function warnOfResponse(cx: MutatingCx, id: number): Promise<boolean> {
  const target = await lockResponseTarget(cx.db, id);
  const now = cx.clock.now();
  if (!target?.waits || target.warned_at !== null || target.warn_at > now) return false;
  await updateResponseTarget(cx.db, id, { warned_at: now });
  if (!target.lost) await alertStaff(cx, target, 'is not answered yet');
  return true;
}

interface Served {
  renew_price: Cents;
  billing_cycle: number;
  created_at: Date;
  activated_at: Date | null;
  suspended_at: Date | null;
  ended_at: Date | null;
}

/** Returns whether the service was neither ended nor suspended at this time. */
const servedAt = ({ suspended_at, ended_at }: Served, at: Date): boolean =>
  (ended_at === null || ended_at > at) && (suspended_at === null || suspended_at > at);

/** Settles the target as missed, and posts the credit in the same transaction. */
async function creditFor(cx: MutatingCx, target: ResponseTarget, service: Served): Promise<Cents> {
  const { id, account_id: accountId, ticket_id: ticketId, promised, due_at: dueAt } = target;
  // Locks the balance, so that concurrent settlements of one account see each other's credits.
  await lockBalance(cx.db, accountId);
  const amount = creditOf({
    promised,
    dueAt,
    monthPrice: priceOfMonths(service.renew_price, service.billing_cycle, 1),
    servedSince: service.activated_at ?? service.created_at,
    credited: await creditedSince(cx.db, accountId, monthBefore(dueAt)),
  });
  const now = cx.clock.now();
  const missed = { outcome: 'missed', settled_at: now } as const;
  if (amount === 0n) {
    await updateResponseTarget(cx.db, id, missed);
    return amount;
  }
  const description = `Ticket ${ticketId} was answered too late`;
  const entry_id = await credit(cx.db, { accountId, amount, description, now });
  await updateResponseTarget(cx.db, id, { ...missed, credited: amount, entry_id });
  // The update creates an event.
  await updateTicket(cx.db, ticketId, { updated_at: now });
  await notifyCustomer(cx, target, amount);
  return amount;
}

async function notifyCustomer(
  cx: MutatingCx,
  { id, account_id, ticket_id, due_at }: ResponseTarget,
  amount: Cents,
): Promise<void> {
  const { subject } = await cx.db.selectFrom('tickets').select('subject').where('id', '=', ticket_id).executeTakeFirstOrThrow();
  await queueMail(cx, {
    accountId: account_id,
    template: 'response-missed',
    dedupeKey: `response-missed:${id}`,
    roles: ['owner', 'admin', 'billing', 'technical'],
    data: { ticket: ticket_id, subject, due: due_at.getTime(), amount: `${formatDecimal(amount)} ${cx.settings.currency}` },
  });
}

async function alertStaff(cx: MutatingCx, { ticket_id, due_at }: ResponseTarget, what: string): Promise<void> {
  const message = `Ticket ${ticket_id} ${what}: its customer's support plan promises an answer by ${due_at.toISOString()}. See it with ./innkeeper ticket show ${ticket_id}.`;
  await alertOnce(cx.db, { ...dueAlertOf(ticket_id), resource: { kind: 'ticket', id: ticket_id }, message });
}

/**
 * An answer was not there when it was due: the account is credited what its plan promises, within the bound of a month, once. It is told by mail,
 * and an alert stays until the ticket is answered.
 */
import { credit, holdBalance } from '@innkeeper/db/ledger';
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import {
  creditedSince,
  lockResponseTarget,
  type ResponseTarget,
  updateResponseTarget,
} from '@innkeeper/db/tables/response-targets';
import { updateTicket } from '@innkeeper/db/tables/tickets';
import { type Cents, decimal } from '@innkeeper/model/money';
import { creditOf, monthBefore } from '@innkeeper/model/response-credit';
import { priceOfMonths } from '@innkeeper/model/services';
import { audit } from '../audit.ts';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { dueAlertOf } from './response-target.ts';

/** Returns whether it was due and not settled before. */
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
    { due_at: target.due_at.toISOString(), service: target.service_id, credited: decimal(credited) },
  );
  if (target.waits) await tellStaff(cx, target, 'was not answered in time');
  return true;
}

/** It comes near. Returns whether the staff was told. */
export async function warnOfResponse(cx: MutatingCx, id: number): Promise<boolean> {
  const target = await lockResponseTarget(cx.db, id);
  const now = cx.clock.now();
  if (!target?.waits || target.warned_at !== null || target.warn_at > now) return false;
  await updateResponseTarget(cx.db, id, { warned_at: now });
  if (!target.lost) await tellStaff(cx, target, 'is not answered yet');
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

/** Neither had it ended before, nor was it suspended. */
const servedAt = ({ suspended_at, ended_at }: Served, at: Date): boolean =>
  (ended_at === null || ended_at > at) && (suspended_at === null || suspended_at > at);

/** Settles it as missed, with the credit in the same transaction. */
async function creditFor(cx: MutatingCx, target: ResponseTarget, service: Served): Promise<Cents> {
  const { id, account_id: accountId, ticket_id: ticketId, promised, due_at: dueAt } = target;
  // Of two tickets of an account, each sees what the other was credited.
  await holdBalance(cx.db, accountId);
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
  // An event tells of it.
  await updateTicket(cx.db, ticketId, { updated_at: now });
  await tellCustomer(cx, target, amount);
  return amount;
}

async function tellCustomer(cx: MutatingCx, { id, account_id, ticket_id, due_at }: ResponseTarget, amount: Cents): Promise<void> {
  const { subject } = await cx.db.selectFrom('tickets').select('subject').where('id', '=', ticket_id).executeTakeFirstOrThrow();
  await queueMail(cx, {
    accountId: account_id,
    template: 'response-missed',
    once: `response-missed:${id}`,
    roles: ['owner', 'admin', 'billing', 'technical'],
    data: { ticket: ticket_id, subject, due: due_at.getTime(), amount: `${decimal(amount)} ${cx.settings.currency}` },
  });
}

async function tellStaff(cx: MutatingCx, { ticket_id, due_at }: ResponseTarget, what: string): Promise<void> {
  const message = `Ticket ${ticket_id} ${what}: its customer's support plan promises an answer by ${due_at.toISOString()}. See it with ./innkeeper ticket show ${ticket_id}.`;
  await alertOnce(cx.db, { ...dueAlertOf(ticket_id), resource: { kind: 'ticket', id: ticket_id }, message });
}

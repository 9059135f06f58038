/** Finds overdue work that a job should have done days ago. */
import { days } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import type { Simulation } from './simulation.ts';

type Look = (before: Date) => RawBuilder<{ finding: string }>;

const CHECKS: readonly Look[] = [
  (before) => sql`select format('Order %s is %s and was due at %s.', id, status, due_at) as finding from orders
    where status in ('awaiting_payment', 'processing') and due_at < ${before}`,

  (
    before,
  ) => sql`select format('Invoice %s, a %s of order %s, is not issued since %s.', d.id, d.type, d.order_id, d.created_at) as finding
    from invoices_due d join orders o on o.id = d.order_id
    where d.created_at < ${before} and not coalesce((o.tax ->> 'pending')::boolean, false)`,

  (
    before,
  ) => sql`select format('Payment %s by %s (%s) is %s since %s.', id, gateway, kind, state, created_at) as finding from payments
    where state in ('pending', 'unknown') and gateway <> 'bank' and created_at < ${before}`,

  (before) => sql`select format('Webhook %s is not handled since %s.', event_id, received_at) as finding
    from webhook_deliveries where handled_at is null and received_at < ${before}`,

  (before) => sql`select format('Credit %s of payment %s has not landed since %s.', id, payment_id, imported_at) as finding
    from bank_statement_lines where payment_id is not null and landed_at is null and imported_at < ${before}`,

  (before) => sql`select format('The mail of %s for account %s is not written since %s.', kind, account_id, due_at) as finding
    from mails_due where due_at < ${before}`,

  (before) => sql`select format('Mail %s (%s) is not sent since %s.', id, template, created_at) as finding
    from mails where sent_at is null and failed_at is null and created_at < ${before}`,

  (
    before,
  ) => sql`select format('Service %s is %s, expired at %s and is neither paid nor suspended.', v.id, v.status, v.expiry_at) as finding
    from services v join accounts a on a.id = v.account_id
    where v.parent_id is null and v.status = 'active' and greatest(v.expiry_at, v.suspend_after) < ${before}
      and a.billing_parked_at is null and a.suspended_at is null`,

  (
    before,
  ) => sql`select format('Service %s is suspended since %s, expired at %s and has not ended.', v.id, v.suspended_at, v.expiry_at) as finding
    from services v join accounts a on a.id = v.account_id
    where v.parent_id is null and v.status = 'suspended' and v.staff_suspended_at is null and greatest(v.expiry_at, v.suspended_at) < ${before}::timestamptz - interval '7 days'
      and a.billing_parked_at is null and a.suspended_at is null`,

  (before) => sql`select format('Service %s is %s and its end by staff was due at %s.', v.id, v.status, e.ends_at) as finding
    from service_ends e join services v on v.id = e.service_id
    where e.undone_at is null and v.status <> 'terminated' and e.ends_at < ${before}`,

  (before) => sql`select format('Addon %s of server %s is %s, its server %s.', v.id, p.id, v.status, p.status) as finding
    from services v join services p on p.id = v.parent_id
    where p.status = 'terminated' and v.status <> 'terminated' and p.ended_at < ${before}`,

  (
    before,
  ) => sql`select format('Addon %s serves and is paid until %s, its server until %s.', v.id, v.expiry_at, p.expiry_at) as finding
    from services v join services p on p.id = v.parent_id join accounts a on a.id = v.account_id
    where v.status = 'active' and p.status = 'active' and v.expiry_at < p.expiry_at and v.expiry_at < ${before}
      and a.billing_parked_at is null and a.suspended_at is null`,

  (
    before,
  ) => sql`select format('Order %s over %s waits since %s, its account has %s.', o.id, o.gross, o.created_at, l.balance) as finding
    from orders o join ledger_accounts l on l.account_id = o.account_id join accounts a on a.id = o.account_id
    where o.status = 'awaiting_payment' and o.auto_pay and o.gross <= l.balance and o.created_at < ${before}
      and a.suspended_at is null and l.orders_frozen_at is null and a.billing_parked_at is null
      and not exists (select from orders older where older.account_id = o.account_id and older.id < o.id and older.status = 'awaiting_payment')`,

  (before) => sql`select format('Workflow %s (%s) is %s at step %s since %s.', id, kind, state, step, created_at) as finding
    from workflows where finished_at is null and created_at < ${before}`,
];

/**
 * Time in milliseconds after which waiting work counts as a finding. It exceeds the delay of any retry, and the time that an order may
 * wait.
 */
export const OVERDUE_AFTER_MS = days(5);

/** Returns the time before which all work must be done. */
export const overdueBefore = ({ clock }: Simulation): Date => new Date(clock.now().getTime() - OVERDUE_AFTER_MS);

/** Returns one sentence for each overdue item. */
export async function findOverdue(place: Simulation): Promise<string[]> {
  const { lab } = place;
  const before = overdueBefore(place);
  const found: string[] = [];
  for (const look of CHECKS) found.push(...(await look(before).execute(lab.db)).rows.map(({ finding }) => finding));
  return found;
}

/** Documents of orders, payments and their cards, as the mails of facts name them. */
import type { InvoiceDocument } from '@innkeeper/model/invoices/document';
import type { Cents } from '@innkeeper/model/money/money';
import type { ReceiptOrder } from '@innkeeper/model/payments/kept-money';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database, Payment } from '../schema.ts';

export type MailedInvoice = Pick<Selectable<Database['invoices']>, 'id' | 'type' | 'number' | 'document'>;

/** Returns the invoices of one type of an order, oldest first. */
export function invoicesOfOrder(db: Kysely<Database>, orderId: number, type: InvoiceDocument['type']): Promise<MailedInvoice[]> {
  return db
    .selectFrom('invoices as i')
    .innerJoin('invoice_orders as o', 'o.invoice_id', 'i.id')
    .select(['i.id', 'i.type', 'i.number', 'i.document'])
    .where('o.order_id', '=', orderId)
    .where('i.type', '=', type)
    .orderBy('i.id')
    .execute();
}

/** Returns the credit notes of these ledger entries, oldest first. */
export function creditNotesOf(
  db: Kysely<Database>,
  entryIds: readonly number[],
): Promise<(MailedInvoice & { gross: Cents; entry_id: number | null })[]> {
  return db
    .selectFrom('invoices')
    .select(['id', 'type', 'number', 'document', 'gross', 'entry_id'])
    .where('entry_id', '=', sql<number>`any(${[...entryIds]}::int[])`)
    .where('type', '=', 'credit-note')
    .orderBy('id')
    .execute();
}

export interface PaymentSource {
  method: string;
  /** Name of the payment method. */
  name: string;
  /** Last digits of the card, if the payment was a charge of a saved card or saved one. */
  last4: string | null;
  /** IBAN on the bank statement. */
  iban: string | null;
}

/** Returns where the money of a payment came from. */
export async function sourceOfPayment(
  db: Kysely<Database>,
  { id, method }: Pick<Payment, 'id' | 'method'>,
): Promise<PaymentSource> {
  const { rows } = await sql<PaymentSource>`
    select p.method, coalesce(m.name, p.method) as name, c.last4,
      (select b.payer_iban from bank_statement_lines b where b.payment_id = p.id and b.payer_iban <> '' order by b.id desc limit 1) as iban
    from payments p left join payment_methods m on m.key = p.method left join saved_cards c on c.id = p.saved_card_id
    where p.id = ${id}`.execute(db);
  return rows[0] ?? { method, name: method, last4: null, iban: null };
}

/** Returns the name of a payment method, or its key if the catalogue has it no more. */
export async function nameOfMethod(db: Kysely<Database>, key: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from payment_methods where key = ${key}`.execute(db);
  return rows[0]?.name ?? key;
}

export interface KeptReceipt {
  entry_id: number;
  amount: Cents;
  received_at: Date;
  payment_id: number;
  gateway: string;
  method: string;
  reference: string;
  /** True while more money can complete the payment. */
  is_open: boolean;
  /** Amount of the payment, what had come in before, and what has come in all. */
  expected: Cents;
  before: Cents;
  total: Cents;
}

/** Returns receipts by the ids of their entries, oldest first. */
export async function receiptsOfEntries(db: Kysely<Database>, entryIds: readonly number[]): Promise<KeptReceipt[]> {
  const { rows } = await sql<KeptReceipt>`
    select r.entry_id, r.amount, r.received_at, p.id as payment_id, p.gateway, p.method, p.reference, p.ended_at is null as is_open, p.amount as expected,
      (select coalesce(sum(amount), 0)::bigint from payment_receipts where payment_id = p.id and entry_id < r.entry_id) as before,
      (select sum(amount)::bigint from payment_receipts where payment_id = p.id) as total
    from payment_receipts r join payments p on p.id = r.payment_id
    where r.entry_id = any(${[...entryIds]}::int[]) order by r.entry_id`.execute(db);
  return rows;
}

/** Returns the first payment of an order whose money had come when the order was paid, with that money. */
export async function moneyBefore(
  db: Kysely<Database>,
  { orderId, paidAt }: { orderId: number; paidAt: Date },
): Promise<{ id: number; method: string; amount: Cents } | undefined> {
  const { rows } = await sql<{ id: number; method: string; amount: Cents }>`
    select p.id, p.method, sum(r.amount)::bigint as amount
    from payment_orders o join payments p on p.id = o.payment_id join payment_receipts r on r.payment_id = p.id
    where o.order_id = ${orderId} and r.received_at <= ${paidAt} group by p.id order by p.id limit 1`.execute(db);
  return rows[0];
}

/** Returns the orders that a payment is for, oldest first. */
export async function ordersOfPayment(db: Kysely<Database>, paymentId: number): Promise<ReceiptOrder[]> {
  const rows = await db
    .selectFrom('payment_orders as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['o.id', 'o.status', 'o.gross', 'o.payment_method', 'o.paid_at'])
    .where('p.payment_id', '=', paymentId)
    .orderBy('o.id')
    .execute();
  return rows.map(({ payment_method: method, paid_at: paidAt, ...order }) => ({ ...order, method, paidAt }));
}

export interface MailedRefund {
  id: number;
  amount: Cents;
  payment_id: number;
  method: string;
  iban: string | null;
  /** Reason that staff gave for a transfer that could not be sent or came back. `null` for the refund of a gateway. */
  reason: string | null;
}

/** Returns refunds of payments by their ids. */
export function refundsOfPayments(db: Kysely<Database>, ids: readonly number[]): Promise<MailedRefund[]> {
  return db
    .selectFrom('payment_refunds as r')
    .innerJoin('payments as p', 'p.id', 'r.payment_id')
    .select(['r.id', 'r.amount', 'r.payment_id', 'p.method', 'r.iban'])
    .select(sql<string | null>`case when r.by_hand and r.state = 'failed' then r.reason end`.as('reason'))
    .where('r.id', '=', sql<number>`any(${[...ids]}::int[])`)
    .orderBy('r.id')
    .execute();
}

/**
 * Returns the latest refund that sends the money of a failed one again, or `undefined`. It was requested after the failure and has not failed.
 * A refund of an order to the payer sends other money.
 */
export async function refundSentAgain(
  db: Kysely<Database>,
  failedId: number,
): Promise<Pick<MailedRefund, 'amount' | 'iban'> | undefined> {
  const { rows } = await sql<Pick<MailedRefund, 'amount' | 'iban'>>`
    select r.amount, r.iban from payment_refunds f join payment_refunds r on r.payment_id = f.payment_id
    where f.id = ${failedId} and r.id > f.id and r.created_at >= f.ended_at and r.state <> 'failed'
      and not exists (select from order_refunds o where o.payment_refund_id = r.id)
    order by r.id desc limit 1`.execute(db);
  return rows[0];
}

/** Returns amount and description of ledger entries of an account's balance. The amount is positive for a credit. */
export async function balanceEntriesOf(
  db: Kysely<Database>,
  ids: readonly number[],
): Promise<{ id: number; amount: Cents; description: string }[]> {
  const { rows } = await sql<{ id: number; amount: Cents; description: string }>`
    select e.id, e.description, sum(p.amount)::bigint as amount
    from ledger_entries e join ledger_postings p on p.entry_id = e.id join ledger_accounts a on a.id = p.ledger_account_id
    where e.id = any(${[...ids]}::int[]) and a.account_id = e.account_id group by e.id order by e.id`.execute(db);
  return rows;
}

export interface MailedServer {
  id: number;
  hostname: string;
  status: string;
  /** True once it has been built. */
  was_built: boolean;
  /** Public addresses, the main IPv4 address first. */
  addresses: string[];
}

/** Returns the servers that an order bought, in the order of its lines. */
export async function serversOfOrder(db: Kysely<Database>, orderId: number): Promise<MailedServer[]> {
  const { rows } = await sql<MailedServer>`
    select s.id, s.hostname, s.status, s.activated_at is not null as was_built, array(
      select host(a.address) from ip_addresses a where a.server_id = s.id and a.type = 'public' order by a.version, not a.main, a.id) as addresses
    from order_lines l join servers s on s.id = l.service_id
    where l.order_id = ${orderId} and l.service_type = 'server' order by l.id`.execute(db);
  return rows;
}

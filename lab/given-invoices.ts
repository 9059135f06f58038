/** Fixtures: invoices. */
import { deposit, pay } from '@innkeeper/db/ledger';
import type { Database } from '@innkeeper/db/schema';
import { insertOrder, linesOf } from '@innkeeper/db/tables/orders';
import { refundLine } from '@innkeeper/domain/services/refund-line';
import { issueInvoices } from '@innkeeper/jobs/issue-invoices';
import { type InvoicesContext, jobActor } from '@innkeeper/jobs/job';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import { type LineAmount, sumLines } from '@innkeeper/model/pricing/order';
import type { OrderStatus } from '@innkeeper/model/states/order';
import { type Clock, systemClock } from '@innkeeper/model/time/clock';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import { type Kysely, sql, type Transaction } from 'kysely';
import { givenJobCx } from './given-cx.ts';
import { givenTax } from './given-tax.ts';
import { SELLER } from './invoices/documents.ts';
import { labSettings } from './settings.ts';

/** Sets the seller, without which no invoice is issued. */
export async function givenSeller(db: Kysely<Database>, more: { iban?: string; country?: string } = {}): Promise<void> {
  const { country_name: _name, logo: _logo, ...seller } = SELLER;
  await db
    .updateTable('seller')
    .set({ ...seller, ...more })
    .execute();
}

/** Journal for tests without a restore. */
export const NO_JOURNAL: InvoicesContext['invoiceJournal'] = { append: async () => {} };

/** Runs the job once. Returns the number of issued documents. */
export function issueNow(db: Kysely<Database>, clock: Clock = systemClock, invoiceJournal = NO_JOURNAL): Promise<number> {
  const cx = { db, clock, settings: labSettings, actor: jobActor('issue-invoices'), requestId: null };
  return issueInvoices({ ...cx, invoiceJournal });
}

export interface GivenPaid {
  accountId: number;
  /** Net cents of each line, by default one line of 399. */
  nets?: readonly bigint[];
  tax?: TaxDecision;
  /** Service of the lines, if any. */
  service?: { type: string; id: number };
  now?: Date;
}

/** Inserts an order that the balance pays, after adding the money for it. Returns its id. */
export async function givenPaidOrder(db: Kysely<Database>, given: GivenPaid): Promise<number> {
  const { accountId, tax = givenTax(), now = new Date() } = given;
  return db.transaction().execute(async (trx) => {
    const { id, net, vat, gross } = await insertGiven(trx, { ...given, now, status: 'paid' });
    if (gross > 0n)
      await deposit(trx, { accountId, amount: gross, gateway: 'operator', paymentMethod: 'operator', description: 'Given', now });
    await pay(trx, { accountId, orderId: id, net, vat, tax, description: `Order ${id}`, now });
    return id;
  });
}

/** Inserts an order that waits for money. Returns its id. */
export async function givenWaitingOrder(db: Kysely<Database>, given: GivenPaid & { type?: string }): Promise<number> {
  return (await db.transaction().execute((trx) => insertGiven(trx, { ...given, status: 'awaiting_payment' }))).id;
}

type Inserted = LineAmount & { id: number };

async function insertGiven(
  trx: Transaction<Database>,
  {
    accountId,
    nets = [399n],
    tax = givenTax(),
    now = new Date(),
    service,
    status,
    type,
  }: GivenPaid & { status: OrderStatus; type?: string },
): Promise<Inserted> {
  const lines = nets.map((net, i) => ({
    label: `Line ${i + 1}`,
    ...(service && { service_type: service.type, service_id: service.id }),
    billing_cycle: service ? 1 : 0,
    ...priceLine({ steps: [fixedStep(net)], tax: plainTax(tax.rateBp) }),
  }));
  const total = sumLines(lines);
  const id = await insertOrder(trx, {
    account_id: accountId,
    type: type ?? 'custom',
    status,
    tax: JSON.stringify(tax),
    ...total,
    from_balance: status === 'paid' ? total.gross : 0n,
    payment_method: 'balance',
    created_at: now,
    ...(status === 'paid' && { paid_at: now }),
    due_at: new Date(now.getTime() + 86_400_000),
    lines,
  });
  return { id, ...total };
}

/** Refunds the line with this `net` amount to the balance, by default because it could not be delivered. */
export async function givenRefund(
  db: Kysely<Database>,
  {
    orderId,
    net,
    reason = 'It could not be delivered.',
    now = new Date(),
  }: { orderId: number; net: bigint; reason?: string; now?: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const line = (await linesOf(trx, [orderId])).find((one) => one.net === net && one.refunded_at === null);
    if (!line) throw new Error(`order ${orderId} has no line over ${net} that is not refunded`);
    const cx = { ...givenJobCx(trx, { clock: { now: () => now } }), db: trx };
    await refundLine(cx, { orderId, lineId: line.id, reason });
  });
}

/** Inserts a proform of an order, with the next number. Returns its id. */
export async function givenProform(db: Kysely<Database>, order: { id: number; accountId: number }): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { last } = await trx
      .updateTable('invoice_series')
      .set({ last: sql`last + 1` })
      .where('type', '=', 'proform')
      .returning('last')
      .executeTakeFirstOrThrow();
    const amounts = { net: 399n, vat: 80n, gross: 479n };
    const { id } = await trx
      .insertInto('invoices')
      .values({
        ...{ account_id: order.accountId, type: 'proform', number: last, issued_at: new Date(), currency: 'EUR' },
        ...amounts,
        document: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('invoice_orders').values({ invoice_id: id, order_id: order.id }).execute();
    return id;
  });
}

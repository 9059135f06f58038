/** Payments of unpaid orders, as the customer sees them: the payment that can be made now, and the reason of the latest failure. */
import { OWN_END_CODES } from '@innkeeper/model/payments/own-ends';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface ShownPayment {
  /** URL of the payment page. `null` before the gateway has created it, and for a gateway without pages. */
  url: string | null;
  /** Cents of all orders that it pays. */
  amount: bigint;
  currency: string;
  reference: string;
  /** Account that a transfer goes to. `null` for other payments. */
  bank: { holder: string; iban: string; bic: string | null; bank: string | null } | null;
}

export interface ShownPayments {
  /** Payment by a gateway that can be made now, or `null` if there is none. */
  payment: ShownPayment | null;
  /** Reason of the latest failure, a sentence. `null` if no payment failed. A payment that Innkeeper itself ended has not failed. */
  failure: string | null;
}

/** Returns the payments by order. An order without any is left out. */
export async function shownPayments(db: Kysely<Database>, orderIds: readonly number[]): Promise<Map<number, ShownPayments>> {
  const rows = await db
    .selectFrom('payment_orders as o')
    .innerJoin('payments as p', 'p.id', 'o.payment_id')
    .distinctOn(['o.order_id', 'p.state'])
    .select(['o.order_id', 'p.state', 'p.reason', 'p.kind', 'p.reference', 'p.url', 'p.amount', 'p.currency'])
    .where('o.order_id', '=', sql<number>`any(${[...orderIds]}::int[])`)
    .where((eb) =>
      eb.or([
        eb.and([eb('p.state', '=', 'failed'), sql<boolean>`p.failure_code <> all(${[...OWN_END_CODES]}::text[])`]),
        eb.and([eb('p.state', '=', 'pending'), eb('o.stage', '<>', 'over'), eb('p.closing', '=', false)]),
      ]),
    )
    // A waiting payment has a higher id than the open one that it replaces.
    .orderBy('o.order_id')
    .orderBy('p.state')
    .orderBy('p.id', 'desc')
    .execute();
  const bank = rows.some(({ kind, state }) => kind === 'transfer' && state === 'pending') ? await bankOf(db) : null;
  const shown = new Map<number, ShownPayments>();
  for (const { order_id, state, reason, kind, ...payment } of rows) {
    const before = shown.get(order_id) ?? { payment: null, failure: null };
    const after =
      state === 'failed'
        ? { ...before, failure: reason }
        : { ...before, payment: { ...payment, bank: kind === 'transfer' ? bank : null } };
    shown.set(order_id, after);
  }
  return shown;
}

async function bankOf(db: Kysely<Database>): Promise<ShownPayment['bank']> {
  const seller = await db.selectFrom('seller').select(['name', 'iban', 'bic', 'bank_name']).executeTakeFirst();
  if (!seller?.iban) return null;
  return { holder: seller.name, iban: seller.iban, bic: seller.bic, bank: seller.bank_name };
}

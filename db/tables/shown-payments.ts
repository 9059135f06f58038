/** How orders that wait can be paid by a gateway now, as their owner sees it. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';

export interface ShownPayment {
  /** Null until the gateway has made its page, and where it has none. */
  url: string | null;
  /** Cents of all orders that it pays. */
  amount: bigint;
  currency: string;
  reference: string;
  /** Where a transfer goes to; null for other payments. */
  bank: { holder: string; iban: string; bic: string | null; bank: string | null } | null;
}

/** By order; one that can't be paid so is left out. */
export async function shownPayments(db: Kysely<Database>, orderIds: readonly number[]): Promise<Map<number, ShownPayment>> {
  const rows = await db
    .selectFrom('payment_orders as o')
    .innerJoin('payments as p', 'p.id', 'o.payment_id')
    .select(['o.order_id', 'p.kind', 'p.reference', 'p.url', 'p.amount', 'p.currency'])
    .where('o.order_id', '=', sql<number>`any(${[...orderIds]}::int[])`)
    .where('o.stage', '<>', 'over')
    .where('p.state', '=', 'pending')
    .where('p.closing', '=', false)
    // One that waits takes the place of the one that is open.
    .orderBy('p.id')
    .execute();
  const bank = rows.some(({ kind }) => kind === 'transfer') ? await bankOf(db) : null;
  return new Map(rows.map(({ order_id, kind, ...shown }) => [order_id, { ...shown, bank: kind === 'transfer' ? bank : null }]));
}

async function bankOf(db: Kysely<Database>): Promise<ShownPayment['bank']> {
  const seller = await db.selectFrom('seller').select(['name', 'iban', 'bic', 'bank_name']).executeTakeFirst();
  if (!seller?.iban) return null;
  return { holder: seller.name, iban: seller.iban, bic: seller.bic, bank: seller.bank_name };
}

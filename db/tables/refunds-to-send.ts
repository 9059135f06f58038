/** Refunds that wait for a person to send them by bank transfer. */
import type { Kysely, Selectable } from 'kysely';
import type { Database } from '../schema.ts';

export type RefundToSend = Pick<Selectable<Database['payment_refunds']>, 'id' | 'payment_id' | 'amount' | 'iban'>;

/** Returns all refunds to send, oldest first. */
export function refundsToSend(db: Kysely<Database>): Promise<RefundToSend[]> {
  return db
    .selectFrom('payment_refunds')
    .select(['id', 'payment_id', 'amount', 'iban'])
    .where('by_hand', '=', true)
    .where('state', '=', 'pending')
    .orderBy('id')
    .execute();
}

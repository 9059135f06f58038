/** The part of incoming money that exceeds its payment. The payment did not request that part, so it counts like a credit by staff. */
import type { Payment } from '@innkeeper/db/schema';
import type { Cents } from '@innkeeper/model/money/money';
import { beyondRequest } from '@innkeeper/model/payments/beyond-request';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';

/**
 * Returns how much of `amount` exceeds the payment, in cents. Counts receipts, and assigned credits of statements that are not posted yet.
 */
export async function amountBeyondRequest({ db }: Cx, payment: Payment, amount: Cents): Promise<Cents> {
  const { rows } = await sql<{ known: Cents }>`
    select ((select coalesce(sum(amount), 0) from payment_receipts where payment_id = ${payment.id})
      + (select coalesce(sum(amount), 0) from bank_statement_lines where payment_id = ${payment.id} and landed_at is null))::bigint as known`.execute(
    db,
  );
  return beyondRequest({ asked: payment.amount, known: rows[0]?.known ?? 0n, amount });
}

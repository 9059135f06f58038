/** Tells which credits become balance although they are assigned to payments, and why. */
import type { BankStatementLine } from '@innkeeper/db/schema';
import { formatDecimal } from '@innkeeper/model/money/money';
import { warnOfAssignment } from '@innkeeper/model/payments/assignment-warning';
import { sql } from 'kysely';
import type { Cx } from '../context.ts';
import { isConfirmed } from './post-bank-transfer.ts';

interface PaymentFacts {
  id: number;
  state: string;
  account_id: number;
  orders: { id: number; status: string }[];
}

/**
 * Returns a sentence for each credit whose payment is complete, or has only cancelled orders. A credit that staff confirmed before is left
 * out, because no money follows it.
 */
export async function warnOfCredits(cx: Pick<Cx, 'db'>, lines: readonly BankStatementLine[]): Promise<string[]> {
  const ids = lines.flatMap(({ payment_id }) => payment_id ?? []);
  const { rows } = await sql<PaymentFacts>`
    select p.id, p.state, p.account_id, coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'status', o.status) order by o.id)
      filter (where o.id is not null), '[]') as orders
    from payments p left join payment_orders l on l.payment_id = p.id left join orders o on o.id = l.order_id
    where p.id = any(${ids}::int[]) group by p.id`.execute(cx.db);
  const payments = new Map(rows.map((row) => [row.id, row]));
  const warnings: string[] = [];
  for (const line of lines) {
    const payment = payments.get(line.payment_id ?? 0);
    if (!payment) continue;
    const { account_id: accountId, orders } = payment;
    const credit = `Credit ${line.id} of ${formatDecimal(line.amount)}`;
    const warning = warnOfAssignment({ payment, accountId, orders, above: 0n, credit });
    if (warning !== null && !(await isConfirmed(cx, { ...line, payment_id: payment.id }))) warnings.push(warning);
  }
  return warnings;
}

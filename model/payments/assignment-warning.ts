/** The warning about a credit that staff assigns to a payment which did not ask for its money. */
import { type Cents, formatDecimal } from '../money/money.ts';

export interface Assigned {
  payment: { id: number; state: string };
  accountId: number;
  orders: readonly { id: number; status: string }[];
  /** Part of the credit in cents that exceeds the payment. */
  above: Cents;
}

/** Returns a sentence that tells why the credit, or a part of it, becomes balance. `null` if the payment asks for all of it. */
export function warnOfAssignment({ payment, accountId, orders, above }: Assigned): string | null {
  const isCancelled = orders.length > 0 && orders.every(({ status }) => status === 'cancelled');
  const ids = orders.map(({ id }) => id).join(', ');
  const reasons = [
    ...(payment.state === 'succeeded' ? [`payment ${payment.id} is complete already`] : []),
    ...(isCancelled ? [orders.length === 1 ? `order ${ids} is cancelled` : `orders ${ids} are cancelled`] : []),
  ];
  if (reasons.length > 0) return `The credit becomes balance of account ${accountId}: ${reasons.join(', and ')}.`;
  if (above <= 0n) return null;
  return `The credit is ${formatDecimal(above)} above payment ${payment.id}. The surplus becomes balance of account ${accountId}.`;
}

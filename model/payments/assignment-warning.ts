/** The warning about a credit that staff assigns to a payment which did not ask for its money. */
import { type Cents, formatDecimal } from '../money/money.ts';

export interface Assigned {
  payment: { id: number; state: string };
  accountId: number;
  orders: readonly { id: number; status: string }[];
  /** Part of the credit in cents that exceeds the payment. */
  above: Cents;
  /** Name of the credit at the start of the sentence. Default: "The credit". */
  credit?: string;
}

/** Returns a sentence that tells why the credit, or a part of it, becomes balance. `null` if the payment asks for all of it. */
export function warnOfAssignment({ payment, accountId, orders, above, credit = 'The credit' }: Assigned): string | null {
  const isCancelled = orders.length > 0 && orders.every(({ status }) => status === 'cancelled');
  const ids = orders.map(({ id }) => id).join(', ');
  const reasons = [
    ...(payment.state === 'succeeded' ? [`payment ${payment.id} is complete already`] : []),
    ...(isCancelled ? [orders.length === 1 ? `order ${ids} is cancelled` : `orders ${ids} are cancelled`] : []),
  ];
  if (reasons.length > 0) return `${credit} becomes balance of account ${accountId}: ${reasons.join(', and ')}.`;
  if (above <= 0n) return null;
  return `${credit} is ${formatDecimal(above)} above payment ${payment.id}. The surplus becomes balance of account ${accountId}.`;
}

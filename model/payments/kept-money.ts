/** Computes the rest of a receipt that paid none or only some of its orders, for a mail. */
import type { Cents } from '../money/money.ts';
import type { OrderStatus } from '../states/order.ts';

export interface ReceiptOrder {
  id: number;
  status: OrderStatus;
  gross: Cents;
  /** Key of the payment method, or `balance`. */
  method: string;
  paidAt: Date | null;
}

export interface Receipt {
  amount: Cents;
  receivedAt: Date;
  /** Key of the payment method. */
  method: string;
  /** Amount that the payment asked for. */
  expected: Cents;
  /** Receipts of the payment before this one, and all of them until now. */
  before: Cents;
  total: Cents;
  /** Orders of the payment. */
  orders: readonly ReceiptOrder[];
}

/** `paid`: by this money, also later from the balance. `paid-before`: by other money. */
export type ReceiptOrderState = 'paid' | 'paid-before' | 'gone' | 'waiting';

export interface KeptMoney {
  /** Amount that is still balance. */
  kept: Cents;
  /** Amount that the orders still need, or `null`. */
  missing: Cents | null;
  orders: { id: number; state: ReceiptOrderState }[];
}

/** Returns what of a receipt is balance and how its orders are, or `undefined` if its orders have used it up. */
export function keptMoneyOf(receipt: Receipt): KeptMoney | undefined {
  const { amount, before, expected, total } = receipt;
  const orders = receipt.orders.map((order) => ({ id: order.id, gross: order.gross, state: stateOf(order, receipt) }));
  const completes = before < expected && before + amount >= expected;
  const used = orders.reduce((sum, { state, gross }) => (state === 'paid' ? sum + gross : sum), 0n);
  const left = (completes ? before + amount : amount) - used;
  if (left <= 0n) return undefined;
  const lacks = orders.some(({ state }) => state === 'waiting') && total < expected;
  // Earlier receipts of the payment have their own mails.
  const earlier = left > amount ? left - amount : 0n;
  return {
    kept: left - earlier,
    missing: lacks ? expected - total : null,
    orders: orders.map(({ id, state }) => ({ id, state })),
  };
}

function stateOf(
  { status, method, paidAt }: ReceiptOrder,
  { receivedAt, before, expected, ...receipt }: Receipt,
): ReceiptOrderState {
  if (status === 'cancelled') return 'gone';
  if (status !== 'paid' || paidAt === null) return 'waiting';
  // A receipt of a complete payment, or of another method, cannot have paid its orders, except later from the balance.
  const mayHavePaid = (before < expected && method === receipt.method) || method === 'balance';
  return mayHavePaid && paidAt >= receivedAt ? 'paid' : 'paid-before';
}

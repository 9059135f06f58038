/** Texts about orders that several pages use. */
import type { OrderSummary } from '@innkeeper/sdk/index';

export const ORDER_WORDS: Record<OrderSummary['status'], string> = {
  awaiting_payment: 'Awaiting payment',
  processing: 'Payment in progress',
  paid: 'Paid',
  cancelled: 'Cancelled',
};

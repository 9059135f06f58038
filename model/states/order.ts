/**
 * The states of an order.
 *
 * - `awaiting_payment`: the order waits for its money and keeps its reservations.
 * - `processing`: a gateway is charging a card. The order cannot be paid otherwise or cancelled before the result is known.
 * - `paid`: the money has arrived.
 * - `cancelled`: the customer deleted the order, it passed its due date, or it was refunded because it could not be delivered.
 */
import { defineTransitions } from './transitions.ts';

export type OrderStatus = 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';

export const orderLifecycle = defineTransitions<OrderStatus, 'pay' | 'settle' | 'reopen' | 'delete' | 'expire' | 'give_back'>(
  'order',
  {
    awaiting_payment: { pay: 'paid', settle: 'processing', delete: 'cancelled', expire: 'cancelled' },
    processing: { pay: 'paid', reopen: 'awaiting_payment' },
    paid: { give_back: 'cancelled' },
    cancelled: {},
  },
);

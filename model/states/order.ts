/**
 * An order's life. It waits for its money (`awaiting_payment`) while all that it reserved is kept for it, is being settled
 * by a gateway (`processing`: a card is being charged, and until that is decided nobody else pays or cancels it), is `paid`, or is `cancelled`: deleted by the customer, past its due date, or refunded
 * because what was ordered could not be delivered.
 */
import { defineTransitions } from './transitions.ts';

export type OrderStatus = 'awaiting_payment' | 'processing' | 'paid' | 'cancelled';

export const orderLife = defineTransitions<OrderStatus, 'pay' | 'settle' | 'reopen' | 'delete' | 'expire' | 'give_back'>(
  'order',
  {
    awaiting_payment: { pay: 'paid', settle: 'processing', delete: 'cancelled', expire: 'cancelled' },
    processing: { pay: 'paid', reopen: 'awaiting_payment' },
    paid: { give_back: 'cancelled' },
    cancelled: {},
  },
);

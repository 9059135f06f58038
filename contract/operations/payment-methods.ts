import { operation } from '../define.ts';
import { listOf } from '../envelope.ts';
import { PaymentMethodInfo } from '../schemas/payment-method.ts';

/** Operation on the payment methods that a client can offer for an order. */
export const paymentMethods = {
  listPaymentMethods: operation({
    method: 'GET',
    path: '/payment-methods',
    group: 'Payment Methods',
    title: 'List payment methods',
    summary: 'Lists the payment methods of this installation.',
    origin: 'ours',
    ability: 'read',
    catalogue: true,
    bodyKind: 'none',
    reply: { status: 200, schema: listOf(PaymentMethodInfo) },
    failures: [],
  }),
};

import { z } from 'zod';
import { operation } from '../define.ts';
import { pageOf } from '../envelope.ts';
import { pageQuery } from '../query.ts';
import { PaymentCard } from '../schemas/payment-card.ts';
import { byId } from './paths.ts';

/** Cards that the gateway stores, each by the consent of its payer (`store_card`). */
export const paymentCards = {
  listPaymentCards: operation({
    method: 'GET',
    path: '/payment-cards',
    group: 'Payment Cards',
    title: 'List payment cards',
    summary:
      'Lists the stored cards, newest first. Renewals that the balance does not cover charge the newest card that has not expired.',
    origin: 'ours',
    ability: 'read',
    query: z.strictObject(pageQuery()),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(PaymentCard), paginated: true },
    failures: [],
  }),
  deletePaymentCard: operation({
    method: 'DELETE',
    path: '/payment-cards/{id}',
    group: 'Payment Cards',
    title: 'Remove a payment card',
    summary:
      'Removes a stored card. It is not charged any more, and the payment gateway deletes it. A charge that has already been sent to the gateway is completed.',
    origin: 'ours',
    ability: 'write',
    needs: ['pay'],
    ...byId('payment_card'),
    locks: null,
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
};

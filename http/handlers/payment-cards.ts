import { deletePaymentCard } from '@innkeeper/operations/payment-cards/delete';
import { listPaymentCards } from '@innkeeper/operations/payment-cards/list';
import { presentPaymentCard } from '../present/payment-card.ts';
import { page } from '../reply/page.ts';
import type { Handlers } from './define.ts';

export const paymentCards = {
  listPaymentCards: async (cx, { query }, url) =>
    page(url, query, await listPaymentCards(cx, { page: query.page, perPage: query.per_page }), presentPaymentCard),
  deletePaymentCard: async (cx, { paymentCard: card }) => void (await deletePaymentCard(cx, { card })),
} satisfies Handlers;

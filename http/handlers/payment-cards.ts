import { deletePaymentCard } from '@innkeeper/operations/payment-cards/delete';
import { listPaymentCards } from '@innkeeper/operations/payment-cards/list';
import { page } from '@innkeeper/present/page';
import { presentPaymentCard } from '@innkeeper/present/payment-card';
import type { Handlers } from './define.ts';

export const paymentCards = {
  listPaymentCards: async (cx, { query }, url) =>
    page(url, query, await listPaymentCards(cx, { page: query.page, perPage: query.per_page }), presentPaymentCard),
  deletePaymentCard: async (cx, { paymentCard: card }) => void (await deletePaymentCard(cx, { card })),
} satisfies Handlers;

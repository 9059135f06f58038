import { changeRenewalPeriod } from '@innkeeper/operations/orders/change-renewal-period';
import { deleteOrder } from '@innkeeper/operations/orders/delete';
import { explainOrder } from '@innkeeper/operations/orders/explain';
import { getOrder } from '@innkeeper/operations/orders/get';
import { listOrders } from '@innkeeper/operations/orders/list';
import { payOrders } from '@innkeeper/operations/orders/pay';
import { updateOrder } from '@innkeeper/operations/orders/update';
import { presentOrder, presentOrderSummary } from '@innkeeper/present/order';
import { presentExplanation } from '@innkeeper/present/order-explanation';
import { page } from '@innkeeper/present/page';
import type { Handlers } from './define.ts';
import { changesOf, periodChange } from './order-changes.ts';

export const orders = {
  listOrders: async (cx, { query }, url) => {
    const filter = { page: query.page, perPage: query.per_page, statuses: query['filter[status]'] };
    return page(url, query, await listOrders(cx, filter), presentOrderSummary);
  },
  getOrder: async (cx, { order }) => presentOrder(await getOrder(cx, { order })),
  explainOrder: async (cx, { order }) => presentExplanation(await explainOrder(cx, { order })),
  changeRenewalPeriod: async (cx, input) => void (await changeRenewalPeriod(cx, periodChange(input))),
  deleteOrder: async (cx, { order }) => void (await deleteOrder(cx, { order })),
  payOrders: async (cx, { body }) => {
    const paid = await payOrders(cx, {
      orderIds: body.order_ids,
      paymentMethod: body.payment_method,
      storeCard: body.store_card,
    });
    return { data: paid.map(presentOrder) };
  },
  updateOrder: async (cx, { order, body }) => presentOrder(await updateOrder(cx, { order, changes: changesOf(body) })),
} satisfies Handlers;

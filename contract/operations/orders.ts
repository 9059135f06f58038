import { z } from 'zod';
import { operation } from '../define.ts';
import { listOf, pageOf } from '../envelope.ts';
import { pageQuery, quotable, statusListOr } from '../query.ts';
import { ChangeRenewalPeriod, ORDER_STATUSES, Order, OrderSummary, PayOrders, UpdateOrder } from '../schemas/order.ts';
import { OrderExplanation } from '../schemas/order-explanation.ts';
import { IdParam } from '../schemas/primitives.ts';
import { ServiceType } from '../schemas/service.ts';
import { byId } from './paths.ts';

export const orders = {
  listOrders: operation({
    method: 'GET',
    path: '/orders',
    group: 'Orders',
    title: 'List orders',
    summary:
      'The orders of the account, without invoices and services: those that wait for payment and those that are paid, unless filter[status] says otherwise.',
    origin: 'known',
    ability: 'read',
    query: z.strictObject({
      ...pageQuery(),
      'filter[status]': statusListOr(ORDER_STATUSES, ['awaiting_payment', 'paid']).describe(
        'Only orders with one of these statuses.',
      ),
    }),
    bodyKind: 'none',
    reply: { status: 200, schema: pageOf(OrderSummary), paginated: true },
    failures: [],
  }),
  getOrder: operation({
    method: 'GET',
    path: '/orders/{id}',
    group: 'Orders',
    title: 'Get an order',
    summary: 'An order with its invoices and services.',
    origin: 'known',
    ability: 'read',
    ...byId('order'),
    bodyKind: 'none',
    reply: { status: 200, schema: Order },
    failures: [],
  }),
  explainOrder: operation({
    method: 'GET',
    path: '/orders/{id}/explain',
    group: 'Orders',
    title: 'Explain an order',
    summary:
      'How each amount of an order comes about: the steps with their inputs, the same in words, and the rule and evidence of its VAT.',
    origin: 'ours',
    ability: 'read',
    ...byId('order'),
    bodyKind: 'none',
    reply: { status: 200, schema: OrderExplanation },
    failures: [],
  }),
  deleteOrder: operation({
    method: 'DELETE',
    path: '/orders/{id}',
    group: 'Orders',
    title: 'Delete order',
    summary: 'Cancels an order that is not paid yet, and releases all that it reserved.',
    origin: 'known',
    ability: 'write',
    needs: ['pay'],
    ...byId('order'),
    locks: null,
    requires: { order: 'unpaid' },
    bodyKind: 'none',
    reply: { status: 204 },
    failures: [],
  }),
  payOrders: operation({
    method: 'POST',
    path: '/orders/pay',
    group: 'Orders',
    title: 'Pay orders',
    summary:
      'Pays orders: all of them, or none. From the balance at once, when it covers them. By a gateway they share one payment: its page (`payment_url`) or what a transfer needs (`payment_information`) appears on each of them within seconds; asked again with the same orders, it is the same payment.',
    origin: 'ours',
    ability: 'write',
    needs: ['pay'],
    perMinute: 20,
    bodyKind: 'json',
    body: PayOrders,
    references: { order_ids: 'order', payment_method: 'payment_method' },
    reply: { status: 200, schema: listOf(Order) },
    failures: ['not_yours', 'wrong_state', 'spending_cap', 'insufficient_funds'],
  }),
  updateOrder: operation({
    method: 'PATCH',
    path: '/orders/{id}',
    group: 'Orders',
    title: 'Update order',
    summary: 'Changes how an order that is not paid yet will be paid, or its promo code.',
    origin: 'ours',
    ability: 'write',
    needs: ['pay'],
    ...byId('order'),
    locks: null,
    requires: { order: 'unpaid' },
    ...quotable,
    bodyKind: 'json',
    body: UpdateOrder,
    reply: { status: 200, schema: Order },
    failures: ['spending_cap'],
  }),
  changeRenewalPeriod: operation({
    method: 'PATCH',
    path: '/orders/{id}/{service_type}/{service_id}',
    group: 'Orders',
    title: 'Change renewal period',
    summary:
      'Changes for how many months a line of an unpaid order renews its service. Possible where `is_period_changeable` is true.',
    origin: 'known',
    ability: 'write',
    needs: ['pay'],
    params: z.strictObject({ id: IdParam, service_type: ServiceType, service_id: IdParam }),
    resources: [
      { kind: 'order', param: 'id' },
      { kind: 'service', param: 'service_id', within: 'id' },
    ],
    locks: null,
    requires: { order: 'unpaid' },
    ...quotable,
    bodyKind: 'json',
    body: ChangeRenewalPeriod,
    reply: { status: 204 },
    failures: ['spending_cap'],
  }),
};

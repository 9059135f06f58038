import type { InputOf } from '@innkeeper/contract/define';
import type { Operations } from '@innkeeper/contract/operations';
import type { FloatingIpPurchase } from '@innkeeper/domain/floating-ips/check';
import { attachFloatingIps } from '@innkeeper/operations/floating-ips/attach';
import { cancelFloatingIps } from '@innkeeper/operations/floating-ips/cancel';
import { detachFloatingIps } from '@innkeeper/operations/floating-ips/detach';
import { listFloatingIps } from '@innkeeper/operations/floating-ips/list';
import { listFloatingIpPlans } from '@innkeeper/operations/floating-ips/list-plans';
import { purchaseFloatingIps } from '@innkeeper/operations/floating-ips/purchase';
import { type FloatingIpRenewal, renewFloatingIps } from '@innkeeper/operations/floating-ips/renew';
import { undoCancelFloatingIps } from '@innkeeper/operations/floating-ips/undo-cancel';
import { presentFloatingIp } from '@innkeeper/present/floating-ip';
import { presentFloatingIpPlan } from '@innkeeper/present/floating-ip-terms';
import { presentOrder } from '@innkeeper/present/order';
import { page } from '@innkeeper/present/page';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Handlers } from './define.ts';

type Purchase = InputOf<Operations['purchaseFloatingIps']>['body'];
type Renewal = InputOf<Operations['renewFloatingIps']>['body'];

export function floatingIpPurchase({ ipv4, ipv4_ddos, ipv6, billing_cycle, server_id, auto_pay }: Purchase): FloatingIpPurchase {
  const counts = { ipv4, 'ipv4-ddos': ipv4_ddos, ipv6 };
  return { counts, billingCycle: billing_cycle, serverId: server_id, autoPay: auto_pay };
}

export function floatingIpRenewal({ ids, billing_cycle, auto_pay }: Renewal): FloatingIpRenewal {
  return { ids, billingCycle: billing_cycle, autoPay: auto_pay };
}

export const floatingIps = {
  listFloatingIps: async (cx, { query }, url) => {
    const filter = { page: query.page, perPage: query.per_page, statuses: query['filter[status]'], ip: query['filter[ip]'] };
    const more = { search: query['filter[search]'], ddosProtected: query['filter[ddos]'] };
    const found = await listFloatingIps(cx, { ...filter, ...more });
    return page(url, query, found, (row) => presentFloatingIp(row, cx.actor.taxRate));
  },
  listFloatingIpPlans: async (cx) => ({
    data: (await listFloatingIpPlans(cx)).map((plan) => presentFloatingIpPlan(plan, cx.actor.taxRate)),
  }),
  purchaseFloatingIps: async (cx, { body }) => {
    const { floatingIps: bought, orderId } = await purchaseFloatingIps(cx, floatingIpPurchase(body));
    const data = bought.map((row) => presentFloatingIp(row, cx.actor.taxRate));
    return new WithHeaders({ data }, { 'X-Order-Id': String(orderId) });
  },
  renewFloatingIps: async (cx, { body }) => {
    const order = await renewFloatingIps(cx, floatingIpRenewal(body));
    return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
  },
  attachFloatingIps: async (cx, { body: { ids, server_id: serverId } }) => ({
    data: (await attachFloatingIps(cx, { ids, serverId })).map((row) => presentFloatingIp(row, cx.actor.taxRate)),
  }),
  detachFloatingIps: async (cx, { body: { ids } }) => ({
    data: (await detachFloatingIps(cx, { ids })).map((row) => presentFloatingIp(row, cx.actor.taxRate)),
  }),
  cancelFloatingIps: async (cx, { body: { ids, now, reason } }) => {
    await cancelFloatingIps(cx, { ids, now, reason: reason ?? null });
    return {};
  },
  undoCancelFloatingIps: async (cx, { body }) => {
    await undoCancelFloatingIps(cx, { ids: body?.ids ?? [] });
    return {};
  },
} satisfies Handlers;

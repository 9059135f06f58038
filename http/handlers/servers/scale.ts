import { toDecimalNumber } from '@innkeeper/model/money';
import { calculateServerScale } from '@innkeeper/operations/servers/calculate-scale';
import { listServerScalePlans } from '@innkeeper/operations/servers/list-scale-plans';
import { scaleServer } from '@innkeeper/operations/servers/scale';
import { presentPlan } from '@innkeeper/present/plan';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentServer } from '@innkeeper/present/server';
import type { Handlers } from '../define.ts';
import { scaleInput } from './inputs.ts';

export const serverScale = {
  listServerScalePlans: async (cx, { server }) => ({
    data: (await listServerScalePlans(cx, { server })).map((plan) => presentPlan(plan, cx.actor.taxRate)),
  }),
  calculateServerScale: async (cx, { server, body }) => {
    const { amount, downtime } = await calculateServerScale(cx, scaleInput(server, body));
    return {
      amount: toDecimalNumber(amount.net),
      amount_with_vat: toDecimalNumber(amount.gross),
      estimated_downtime: downtime,
    };
  },
  scaleServer: async (cx, { server: row, body }) => {
    const { server, orderId } = await scaleServer(cx, scaleInput(row, body));
    return new WithHeaders(presentServer(server, cx.actor.taxRate), { 'X-Order-Id': String(orderId) });
  },
} satisfies Handlers;

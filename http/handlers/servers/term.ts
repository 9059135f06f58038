import { decimalNumber } from '@innkeeper/model/money';
import { calculateServerRenewal } from '@innkeeper/operations/servers/calculate-renewal';
import { cancelServer } from '@innkeeper/operations/servers/cancel';
import { renewServers } from '@innkeeper/operations/servers/renew';
import { undoCancelServer } from '@innkeeper/operations/servers/undo-cancel';
import { presentOrder } from '../../present/order.ts';
import { type Handlers, WithHeaders } from '../define.ts';
import { renewalInput } from './inputs.ts';

export const serverTerm = {
  cancelServer: async (cx, { server, body }) =>
    void (await cancelServer(cx, { server, now: body?.now ?? false, reason: body?.reason ?? null })),
  undoCancelServer: async (cx, { server }) => void (await undoCancelServer(cx, { server })),
  renewServers: async (cx, { body }) => {
    const order = await renewServers(cx, { ...renewalInput(body), autoPay: body.auto_pay });
    return new WithHeaders(presentOrder(order), { 'X-Order-Id': String(order.id) });
  },
  calculateServerRenewal: async (cx, { body }) => {
    const { net, gross } = await calculateServerRenewal(cx, renewalInput(body));
    const [amount, amount_with_vat] = [decimalNumber(net), decimalNumber(gross)];
    return {
      amount,
      amount_with_vat,
      discount: 0,
      discount_with_vat: 0,
      promo_code: null,
      promo_amount: 0,
      promo_amount_with_vat: 0,
      due_today_amount: amount,
      due_today_amount_with_vat: amount_with_vat,
    };
  },
} satisfies Handlers;

import { toDecimalNumber } from '@innkeeper/model/money';
import { calculateServerRenewal } from '@innkeeper/operations/servers/calculate-renewal';
import { cancelServer } from '@innkeeper/operations/servers/cancel';
import { renewServers } from '@innkeeper/operations/servers/renew';
import { undoCancelServer } from '@innkeeper/operations/servers/undo-cancel';
import { presentOrder } from '@innkeeper/present/order';
import { presentPromo } from '@innkeeper/present/promo';
import { WithHeaders } from '@innkeeper/present/reply';
import type { Handlers } from '../define.ts';
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
    const { list, due, promo } = await calculateServerRenewal(cx, renewalInput(body));
    return {
      amount: toDecimalNumber(list.net),
      amount_with_vat: toDecimalNumber(list.gross),
      discount: 0,
      discount_with_vat: 0,
      promo_code: promo && presentPromo(promo),
      promo_amount: toDecimalNumber(list.net - due.net),
      promo_amount_with_vat: toDecimalNumber(list.gross - due.gross),
      due_today_amount: toDecimalNumber(due.net),
      due_today_amount_with_vat: toDecimalNumber(due.gross),
    };
  },
} satisfies Handlers;

import { formatDecimal } from '@innkeeper/model/money';
import { calculateServerAddonScale } from '@innkeeper/operations/servers/calculate-addon-scale';
import { cancelServerAddon } from '@innkeeper/operations/servers/cancel-addon';
import { listServerAddons } from '@innkeeper/operations/servers/list-addons';
import { purchaseServerAddons } from '@innkeeper/operations/servers/purchase-addons';
import { scaleServerAddons } from '@innkeeper/operations/servers/scale-addons';
import { undoCancelServerAddon } from '@innkeeper/operations/servers/undo-cancel-addon';
import { presentAvailableAddon } from '@innkeeper/present/addon';
import { WithHeaders } from '@innkeeper/present/reply';
import { presentServer } from '@innkeeper/present/server';
import type { Handlers } from '../define.ts';
import { addonRequests } from './inputs.ts';

export const serverAddons = {
  listServerAddons: async (cx, { server }) => ({
    data: (await listServerAddons(cx, { server })).map((addon) => presentAvailableAddon(addon, cx.actor.taxRate)),
  }),
  calculateServerAddonScale: async (cx, { server, body }) => {
    const { net, gross } = await calculateServerAddonScale(cx, { server, addons: addonRequests(body) });
    return { amount: formatDecimal(net), amount_with_vat: formatDecimal(gross) };
  },
  scaleServerAddons: async (cx, { server: row, body }) => {
    const { server, orderId } = await scaleServerAddons(cx, { server: row, addons: addonRequests(body) });
    return new WithHeaders(presentServer(server, cx.actor.taxRate), { 'X-Order-Id': String(orderId) });
  },
  purchaseServerAddons: async (cx, { server: row, body }) => {
    const purchase = { server: row, addons: addonRequests(body), autoPay: body.auto_pay };
    const { server, orderId } = await purchaseServerAddons(cx, purchase);
    return new WithHeaders(presentServer(server, cx.actor.taxRate), { 'X-Order-Id': String(orderId) });
  },
  cancelServerAddon: async (cx, { server, addon, body }) => void (await cancelServerAddon(cx, { server, addon, ...body })),
  undoCancelServerAddon: async (cx, { server, addon }) => void (await undoCancelServerAddon(cx, { server, addon })),
} satisfies Handlers;

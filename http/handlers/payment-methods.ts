import { toDecimalNumber } from '@innkeeper/model/money';
import { listPaymentMethods } from '@innkeeper/operations/payment-methods/list';
import type { Handlers } from './define.ts';

export const paymentMethods = {
  listPaymentMethods: async (cx) => {
    const methods = await listPaymentMethods(cx);
    const bound = (cents: bigint | null) => (cents === null ? null : toDecimalNumber(cents));
    return {
      data: methods.map(({ key, name, minimum, maximum, savesCard }) => ({
        key,
        name,
        minimum: bound(minimum),
        maximum: bound(maximum),
        saves_card: savesCard,
      })),
    };
  },
} satisfies Handlers;

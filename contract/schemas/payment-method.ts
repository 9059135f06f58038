import { z } from 'zod';
import { PaymentMethod } from './balance.ts';
import { about, MoneyNumber } from './primitives.ts';

export const PaymentMethodInfo = z
  .strictObject({
    key: PaymentMethod.describe('Key by which an order names it.'),
    name: z.string().meta(about('Name for people.', 'Balance')),
    minimum: MoneyNumber.nullable().describe('Smallest amount of one payment; null: no limit.'),
    maximum: MoneyNumber.nullable().describe('Largest amount of one payment; null: no limit.'),
    saves_card: z.boolean().describe('Whether a card can be kept for later payments.'),
  })
  .meta({ id: 'PaymentMethodInfo', description: 'A way to pay that this installation offers.' });
export type PaymentMethodInfo = z.infer<typeof PaymentMethodInfo>;

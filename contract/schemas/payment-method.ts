import { z } from 'zod';
import { PaymentMethod } from './balance.ts';
import { about, MoneyNumber } from './primitives.ts';

export const PaymentMethodInfo = z
  .strictObject({
    key: PaymentMethod.describe('Word by which orders name it.'),
    name: z.string().meta(about('Name for people.', 'Balance')),
    minimum: MoneyNumber.nullable().describe('Least that one payment can be; null: no bound.'),
    maximum: MoneyNumber.nullable().describe('Most that one payment can be; null: no bound.'),
    saves_card: z.boolean().describe('Whether a card can be kept for later payments.'),
  })
  .meta({ id: 'PaymentMethodInfo', description: 'A way to pay that this installation offers.' });
export type PaymentMethodInfo = z.infer<typeof PaymentMethodInfo>;

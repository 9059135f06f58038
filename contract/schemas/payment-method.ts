import { z } from 'zod';
import { PaymentMethod } from './balance.ts';
import { about, MoneyNumber } from './primitives.ts';

export const PaymentMethodInfo = z
  .strictObject({
    key: PaymentMethod.describe('Key that orders use for the payment method.'),
    name: z.string().meta(about('Display name.', 'Balance')),
    minimum: MoneyNumber.nullable().describe(
      'Minimum amount of a payment, or null for no minimum. For a bank transfer it applies to deposits only.',
    ),
    maximum: MoneyNumber.nullable().describe(
      'Maximum amount of a payment, or null for no maximum. For a bank transfer it applies to deposits only.',
    ),
    saves_card: z.boolean().describe('True if a card can be stored for later payments.'),
  })
  .meta({ id: 'PaymentMethodInfo', description: 'A payment method of this installation.' });
export type PaymentMethodInfo = z.infer<typeof PaymentMethodInfo>;

import { z } from 'zod';
import { about, Id, Time } from './primitives.ts';

export const PaymentCard = z
  .strictObject({
    id: Id.describe('Id of the card.'),
    brand: z.string().meta(about('Brand of the card.', 'visa')),
    last4: z.string().meta(about('Last four digits of the card number.', '4242')),
    expiry_month: z.int().min(1).max(12).meta(about('Last month in which the card is valid, 1 to 12.', 12)),
    expiry_year: z.int().meta(about('Year of the last month in which the card is valid.', 2030)),
    charged: z.boolean().describe('True for the card that renewals charge: the newest one that has not expired.'),
    created_at: Time.describe('Time when the card was stored.'),
  })
  .meta({ id: 'PaymentCard', description: 'A card that the payment gateway stores for renewals.' });
export type PaymentCard = z.infer<typeof PaymentCard>;

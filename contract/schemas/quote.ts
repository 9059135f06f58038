import { z } from 'zod';
import { about, MoneyNumber, UnixTime } from './primitives.ts';

/** Of a server of the smallest plan, for a month. */
const EXAMPLE = {
  ...{ amount: 3.99, amount_with_vat: 4.79, discount: 0, discount_with_vat: 0 },
  ...{ due_today_amount: 3.99, due_today_amount_with_vat: 4.79, covered_by_balance: true },
  ...{ estimated_downtime: 'none', capacity: 'ok' },
  lines: [
    {
      ...{ label: 'web-1.example.com', sublabel: 'Nano', amount: 3.99, amount_with_vat: 4.79 },
      ...{ period_from: 1_772_442_000, period_to: 1_775_120_400 },
    },
  ],
};

export const Quote = z
  .strictObject({
    amount: MoneyNumber.describe('Price without VAT, after discounts; negative: a refund to the balance.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    discount: MoneyNumber.describe('Discounts, without VAT.'),
    discount_with_vat: MoneyNumber.describe('The same with VAT.'),
    due_today_amount: MoneyNumber.describe('What has to be paid now, without VAT.'),
    due_today_amount_with_vat: MoneyNumber.describe('The same with VAT.'),
    covered_by_balance: z.boolean().describe('Whether the balance covers what is due today.'),
    estimated_downtime: z
      .enum(['none', 'short', 'extended'])
      .meta(about('How long a server would be down. `short`: about a restart; `extended`: its disk is rewritten.', 'none')),
    capacity: z.string().meta(about('`ok`, or what is missing, in a sentence.', 'ok')),
    lines: z
      .array(
        z.strictObject({
          label: z.string().meta(about('What would be ordered.', 'web-1.example.com')),
          sublabel: z.string().meta(about('Kind of the service.', 'Nano')),
          amount: MoneyNumber.describe('Price of the line without VAT.'),
          amount_with_vat: MoneyNumber.describe('The same with VAT.'),
          period_from: UnixTime.nullable().describe(
            'Beginning of the period to be paid, Unix time in seconds; null for a line without a period.',
          ),
          period_to: UnixTime.nullable().describe(
            'End of the period to be paid, Unix time in seconds; null for a line without a period.',
          ),
        }),
      )
      .describe('Lines that the order would have.'),
  })
  .meta({ id: 'Quote', description: 'What a request would cost or refund, asked with `?dry_run=true`.', examples: [EXAMPLE] });
export type Quote = z.infer<typeof Quote>;

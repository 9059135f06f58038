import { z } from 'zod';
import { about, MoneyNumber, UnixTime } from './primitives.ts';

export const Quote = z
  .strictObject({
    amount: MoneyNumber.describe('What it would cost, without VAT and after discounts; negative: a refund to the balance.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the rate of the account.'),
    discount: MoneyNumber.describe('What discounts take off, without VAT.'),
    discount_with_vat: MoneyNumber.describe('The same with VAT.'),
    due_today_amount: MoneyNumber.describe('What would have to be paid now, without VAT.'),
    due_today_amount_with_vat: MoneyNumber.describe('The same with VAT.'),
    covered_by_balance: z.boolean().describe('Whether the balance covers what is due today.'),
    estimated_downtime: z
      .enum(['none', 'short', 'extended'])
      .meta(about('How long a server would be down. `short`: about a restart; `extended`: its disk is rewritten.', 'none')),
    capacity: z.string().meta(about('`ok`, or what is lacking, in a sentence.', 'ok')),
    lines: z
      .array(
        z.strictObject({
          label: z.string().meta(about('What would be ordered.', 'web-1.example.com')),
          sublabel: z.string().meta(about('Which kind of it.', 'Nano')),
          amount: MoneyNumber.describe('Price of the line without VAT.'),
          amount_with_vat: MoneyNumber.describe('The same with VAT.'),
          period_from: UnixTime.nullable().describe('Unix time in seconds from which this would pay; null without a period.'),
          period_to: UnixTime.nullable().describe('Unix time in seconds until which this would pay; null without a period.'),
        }),
      )
      .describe('Lines that the order would have.'),
  })
  .meta({ id: 'Quote', description: 'What an order or a refund would be, asked with `?dry_run=true`.' });
export type Quote = z.infer<typeof Quote>;

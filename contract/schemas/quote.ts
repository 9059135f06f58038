import { MISSING_FIELDS } from '@innkeeper/model/requests/missing-fields';
import { z } from 'zod';
import { ExplainedStep } from './order-explanation.ts';
import { about, MoneyNumber, UnixTime } from './primitives.ts';

/** Example quote: a server of the smallest plan for a month. */
const EXAMPLE = {
  ...{ amount: 3.99, amount_with_vat: 4.79, discount: 0, discount_with_vat: 0 },
  ...{ due_today_amount: 3.99, due_today_amount_with_vat: 4.79, covered_by_balance: true },
  ...{ estimated_downtime: 'none', capacity: 'ok' },
  lines: [
    {
      ...{ label: 'web-1.example.com', sublabel: 'Nano', amount: 3.99, amount_with_vat: 4.79 },
      ...{ period_from: 1_772_442_000, period_to: 1_775_120_400, list_amount: 3.99, discount: 0 },
      steps: [
        {
          step: 'months',
          text: 'EUR 3.99 a month for 1 month: EUR 3.99.',
          values: { monthly: '399', quantity: '1', months: '1', net: '399' },
        },
        {
          step: 'vat',
          text: 'VAT of 20 % on EUR 3.99: EUR 0.80.',
          values: { rate_bp: '2000', rule: 'domestic', base: '399', vat: '80' },
        },
      ],
    },
  ],
  missing: [],
  tax: { country: 'AT', rate: 20, rule: 'domestic', note: null },
  balance: { now: 25, after: 20.21 },
  cap: { of: 'account', limit: 100, spent: 40, left: 60 },
  next_renewal: { at: 1_775_120_400, amount: 3.99, amount_with_vat: 4.79 },
};

const tax = z
  .strictObject({
    country: z.string().meta(about('Country of the VAT, as ISO 3166 code.', 'AT')),
    rate: z.number().meta(about('Rate in percent.', 20)),
    rule: z.string().meta(about('Rule that decides the VAT.', 'domestic')),
    note: z.string().nullable().meta(about('Sentence that the law requires; null if there is none.', 'Reverse charge')),
  })
  .describe('VAT of the order.');

const balance = z
  .strictObject({
    now: MoneyNumber.describe('Balance of the account.'),
    after: MoneyNumber.describe('Balance once the amount is paid from it, or refunded to it. Negative: so much is missing.'),
  })
  .nullable()
  .describe('Balance before and after. Null for a token that is for certain servers, and for a deposit.');

const cap = z
  .strictObject({
    of: z.enum(['account', 'token']).meta(about('Owner of the cap.', 'account')),
    limit: MoneyNumber.describe('Limit of a calendar month (UTC), VAT included.'),
    spent: MoneyNumber.describe('Amount spent in this month. It can exceed the limit, since automatic renewals pass.'),
    left: MoneyNumber.describe('Amount left, without this order; 0 if more is spent than the limit.'),
  })
  .nullable()
  .describe(
    'Monthly spending cap with the least left; null if there is none. A token that is for certain servers sees only its own.',
  );

const nextRenewal = z
  .strictObject({
    at: UnixTime.describe('End of the paid period, Unix time in seconds.'),
    amount: MoneyNumber.describe('Price of the next period without VAT, after discounts that hold for renewals.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT at the current rate.'),
  })
  .nullable()
  .describe(
    'Next renewal after this order, of its services that end on the same day first. Null where nothing is ordered for a period, and for a change of an order of new services.',
  );

export const Quote = z
  .strictObject({
    amount: MoneyNumber.describe('Price without VAT, after discounts. A negative amount is a refund to the balance.'),
    amount_with_vat: MoneyNumber.describe('Price with VAT at the rate of the account.'),
    discount: MoneyNumber.describe('Discounts, without VAT.'),
    discount_with_vat: MoneyNumber.describe('Discounts, with VAT.'),
    due_today_amount: MoneyNumber.describe('Amount due now, without VAT.'),
    due_today_amount_with_vat: MoneyNumber.describe('Amount due now, with VAT.'),
    covered_by_balance: z.boolean().describe('True if the balance covers the amount due now.'),
    estimated_downtime: z
      .enum(['none', 'short', 'extended'])
      .meta(about('Downtime of the server. `short` is about the time of a restart. `extended` rewrites its disk.', 'none')),
    capacity: z.string().meta(about('`ok`, or the missing capacity as text.', 'ok')),
    lines: z
      .array(
        z.strictObject({
          label: z.string().meta(about('Label of the item.', 'web-1.example.com')),
          sublabel: z.string().meta(about('Kind of the service.', 'Nano')),
          amount: MoneyNumber.describe('Price of the line, without VAT.'),
          amount_with_vat: MoneyNumber.describe('Price of the line, with VAT.'),
          period_from: UnixTime.nullable().describe(
            'Start of the period as Unix time in seconds, or null for a line without a period.',
          ),
          period_to: UnixTime.nullable().describe(
            'End of the period as Unix time in seconds, or null for a line without a period.',
          ),
          list_amount: MoneyNumber.describe('Price of the line without VAT, before discounts.'),
          discount: MoneyNumber.describe('Discounts of the line, without VAT.'),
          steps: z.array(ExplainedStep).describe('Calculation of the line, in this order.'),
        }),
      )
      .describe('Lines of the quoted order.'),
    missing: z
      .array(z.enum(MISSING_FIELDS))
      .describe(
        'Fields that the order still needs. `image_id`: a source; memory and key support of the image are then not checked. `ssh_keys`: a key, a password or a startup script.',
      ),
    tax,
    balance,
    cap,
    next_renewal: nextRenewal,
  })
  .meta({ id: 'Quote', description: 'The price or refund of a request, quoted with `?dry_run=true`.', examples: [EXAMPLE] });
export type Quote = z.infer<typeof Quote>;

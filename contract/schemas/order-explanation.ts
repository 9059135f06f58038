/** How the price of an order comes about. */
import { z } from 'zod';
import { about, Id, MoneyNumber, Time } from './primitives.ts';

/** Steps that there are; model/pricing/explanation.ts has what each of them does. */
const STEPS = ['months', 'renewal', 'rest-of-period', 'difference', 'fixed', 'promo', 'refund', 'vat'] as const;

export const ExplainedStep = z
  .strictObject({
    step: z.enum(STEPS).meta(about('What is done.', 'months')),
    text: z.string().meta(about('The step in words, as invoices print it.', 'EUR 3.99 a month for 1 month: EUR 3.99.')),
    values: z.record(z.string(), z.string()).meta(
      about('Its inputs and its result, as text; what there is not is left out. Amounts are cents; times are ISO 8601.', {
        monthly: '399',
        quantity: '1',
        months: '1',
        net: '399',
      }),
    ),
  })
  .meta({ id: 'ExplainedStep', description: 'A step of the calculation of a line.' });

export type ExplainedStep = z.infer<typeof ExplainedStep>;

const ExplainedLine = z
  .strictObject({
    label: z.string().meta(about('What is ordered.', 'web-1.example.com')),
    sublabel: z.string().meta(about('Kind or name of the service that it is for.', 'Nano')),
    list_amount: MoneyNumber.describe('Price without VAT, before discounts.'),
    discount: MoneyNumber.describe('Discounts, without VAT.'),
    amount: MoneyNumber.describe('Price without VAT, after discounts.'),
    vat_amount: MoneyNumber.describe('VAT on it, rounded once.'),
    amount_with_vat: MoneyNumber.describe('What is to be paid.'),
    steps: z.array(ExplainedStep).describe('How the amounts come about, in this order.'),
  })
  .meta({ id: 'ExplainedLine', description: 'A line of an order, explained.' });

const text = z.string().nullable();

const ExplainedTax = z
  .strictObject({
    country: z.string().meta(about('Country whose VAT is charged, ISO 3166.', 'AT')),
    rate: z.number().meta(about('Rate in percent.', 20)),
    rule: z.string().meta(about('Rule that decides it.', 'eu-consumer-destination')),
    note: text.meta(about('What the law wants to be said; null where there is nothing.', 'Reverse charge')),
    pending: z.boolean().describe('Whether the VAT number is not checked yet.'),
    evidence: z
      .strictObject({
        country: z.string().meta(about('Country that the account says, ISO 3166.', 'AT')),
        ip_country: text.meta(about('Country of the IP address; null where it is not known.', 'AT')),
        card_country: text.meta(about('Country of the card; null where it is not known.', 'AT')),
        company: z.boolean().describe('Whether the account is of a company.'),
        vat_number: text.meta(about('Its VAT number; null for none.', 'ATU12345675')),
        verdict: text.meta(
          about('Answer of the register of VAT numbers: valid, invalid or unknown; null when not asked.', 'valid'),
        ),
        consultation: text.meta(about('Number of the consultation, for an audit; null for none.', 'WAPIAAAAW1234567')),
        checked_at: Time.nullable().describe('When the register answered; null when it was not asked.'),
      })
      .describe('What was known when it was decided.'),
    correction: z
      .strictObject({
        rule: z.string().meta(about('Rule that holds since then.', 'reverse-charge')),
        note: z.string().meta(about('What the law wants to be said.', 'Reverse charge')),
        consultation: text.meta(about('Number of the consultation; null for none.', 'WAPIAAAAW1234567')),
        checked_at: Time.nullable().describe('When the register answered.'),
      })
      .nullable()
      .describe(
        'What it became when the VAT number turned out to be valid, and the VAT went back to the balance; null otherwise.',
      ),
  })
  .meta({ id: 'ExplainedTax', description: 'Whose VAT is charged, and why.' });

export const OrderExplanation = z
  .strictObject({
    id: Id.describe('Id of the order.'),
    currency: z.string().meta(about('Currency of all amounts, ISO 4217.', 'EUR')),
    amount: MoneyNumber.describe('Its amount without VAT.'),
    amount_with_vat: MoneyNumber.describe('The same with VAT.'),
    lines: z.array(ExplainedLine).describe('Its lines.'),
    tax: ExplainedTax.describe('Whose VAT is charged, and why.'),
  })
  .meta({ id: 'OrderExplanation', description: 'How each amount of an order comes about.' });
export type OrderExplanation = z.infer<typeof OrderExplanation>;

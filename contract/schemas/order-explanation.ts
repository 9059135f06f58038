/** Explanation of the price of an order. */
import { z } from 'zod';
import { about, Id, MoneyNumber, Time } from './primitives.ts';

/** Kinds of steps. model/pricing/explanation.ts describes each of them. */
const STEPS = ['months', 'renewal', 'rest-of-period', 'difference', 'fixed', 'promo', 'refund', 'vat'] as const;

export const ExplainedStep = z
  .strictObject({
    step: z.enum(STEPS).meta(about('Kind of the calculation step.', 'months')),
    text: z.string().meta(about('Description of the step, as on invoices.', 'EUR 3.99 a month for 1 month: EUR 3.99.')),
    values: z.record(z.string(), z.string()).meta(
      about('Inputs and result of the step, as text. Missing values are omitted. Amounts are in cents, times in ISO 8601.', {
        monthly: '399',
        quantity: '1',
        months: '1',
        net: '399',
      }),
    ),
  })
  .meta({ id: 'ExplainedStep', description: 'A step in the calculation of a line.' });

export type ExplainedStep = z.infer<typeof ExplainedStep>;

const ExplainedLine = z
  .strictObject({
    label: z.string().meta(about('Label of the ordered item.', 'web-1.example.com')),
    sublabel: z.string().meta(about('Kind or name of the service.', 'Nano')),
    list_amount: MoneyNumber.describe('Price without VAT, before discounts.'),
    discount: MoneyNumber.describe('Discounts, without VAT.'),
    amount: MoneyNumber.describe('Price without VAT, after discounts.'),
    vat_amount: MoneyNumber.describe('VAT of the line, rounded once.'),
    amount_with_vat: MoneyNumber.describe('Amount due.'),
    steps: z.array(ExplainedStep).describe('Calculation steps, in order.'),
  })
  .meta({ id: 'ExplainedLine', description: 'The explanation of an order line.' });

const text = z.string().nullable();

const ExplainedTax = z
  .strictObject({
    country: z.string().meta(about('Country of the VAT, as ISO 3166 code.', 'AT')),
    rate: z.number().meta(about('VAT rate in percent.', 20)),
    rule: z.string().meta(about('Rule that decides the VAT.', 'eu-consumer-destination')),
    note: text.meta(about('Note that the law requires, or null if there is none.', 'Reverse charge')),
    pending: z.boolean().describe('True while the VAT number is not checked yet.'),
    evidence: z
      .strictObject({
        country: z.string().meta(about('Country that the account states, as ISO 3166 code.', 'AT')),
        ip_country: text.meta(about('Country of the IP address, or null if it is unknown.', 'AT')),
        card_country: text.meta(about('Country of the card, or null if it is unknown.', 'AT')),
        company: z.boolean().describe('True if the account belongs to a company.'),
        vat_number: text.meta(about('VAT number, or null if there is none.', 'ATU12345675')),
        verdict: text.meta(
          about('Response of the VAT number register: valid, invalid or unknown. Null if it was not asked.', 'valid'),
        ),
        consultation: text.meta(about('Consultation number for audits, or null if there is none.', 'WAPIAAAAW1234567')),
        checked_at: Time.nullable().describe('Time of the response of the register, or null if it was not asked.'),
        territory: text.meta(
          about('Territory with its own VAT that the address is in, or null if there is none.', 'Canary Islands'),
        ),
      })
      .describe('Evidence at the time of the decision.'),
    correction: z
      .strictObject({
        rule: z.string().meta(about('Rule that applies after the correction.', 'reverse-charge')),
        note: z.string().meta(about('Note that the law requires.', 'Reverse charge')),
        consultation: text.meta(about('Consultation number, or null if there is none.', 'WAPIAAAAW1234567')),
        checked_at: Time.nullable().describe('Time of the response of the register.'),
      })
      .nullable()
      .describe('Correction after the VAT number proved valid and the VAT was refunded to the balance, otherwise null.'),
  })
  .meta({ id: 'ExplainedTax', description: 'The VAT decision of an order, and its evidence.' });

export const OrderExplanation = z
  .strictObject({
    id: Id.describe('Id of the order.'),
    currency: z.string().meta(about('Currency of all amounts, as ISO 4217 code.', 'EUR')),
    amount: MoneyNumber.describe('Amount without VAT.'),
    amount_with_vat: MoneyNumber.describe('Amount with VAT.'),
    lines: z.array(ExplainedLine).describe('Lines of the order.'),
    tax: ExplainedTax.describe('VAT decision of the order, and its evidence.'),
  })
  .meta({ id: 'OrderExplanation', description: 'The calculation of each amount of an order.' });
export type OrderExplanation = z.infer<typeof OrderExplanation>;

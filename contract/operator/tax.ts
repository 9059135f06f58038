import { z } from 'zod';
import { operatorOperation } from './define.ts';
import { Amount } from './fields.ts';

/** `rate` in percent. */
const Sum = z.strictObject({ country: z.string(), rate: z.number(), base: Amount, vat: Amount });

export const tax = {
  reportTax: operatorOperation({
    resource: 'tax',
    summary: 'add up the VAT of a quarter, for the returns of the seller',
    changes: false,
    input: z.strictObject({
      quarter: z
        .string()
        .regex(/^20\d\dQ[1-4]$/i, 'Must be a quarter such as 2026Q1.')
        .toUpperCase()
        .meta({ description: 'which quarter (UTC)', value: 'quarter' }),
    }),
    reply: z.strictObject({
      quarter: z.string(),
      seller_country: z.string(),
      currency: z.string(),
      /** The return for the One Stop Shop is in euro, whatever the currency here (Directive 2006/112/EC, articles 366 and 369h). */
      oss_declared_in: z.literal('EUR'),
      /** Consumers of other EU countries, for the One Stop Shop. */
      oss: z.array(Sum),
      /** Refunds of what was declared for an earlier quarter. */
      oss_corrections: z.array(Sum.extend({ quarter: z.string() })),
      /** At home, and consumers of other EU countries below the threshold. */
      domestic: z.array(Sum),
      /** Companies of other EU countries, for the recapitulative statement. */
      reverse_charge: z.array(z.strictObject({ country: z.string(), vat_number: z.string(), base: Amount })),
      outside_eu: z.array(z.strictObject({ country: z.string(), base: Amount })),
      /** Of all of these; the same as the accounts of VAT have moved by. */
      vat: Amount,
    }),
    failures: [],
  }),
};

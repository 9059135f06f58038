import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount } from '../operator/fields.ts';

/** A sum by country and rate, which is in percent. */
const Sum = z.strictObject({ country: z.string(), rate: z.number(), base: Amount, vat: Amount });

export const tax = {
  reportTax: staffOperation({
    method: 'GET',
    path: '/operator/tax/report',
    command: 'tax report',
    roles: ['billing'],
    resource: 'tax',
    summary: 'add up the VAT of a quarter, for the returns of the seller',
    changes: false,
    input: z.strictObject({
      quarter: z
        .string()
        .regex(/^20\d\dQ[1-4]$/i, 'Must be a quarter such as 2026Q1.')
        .toUpperCase()
        .meta({ description: 'quarter in the time zone of the seller, such as 2026Q1', value: 'quarter' }),
    }),
    reply: z.strictObject({
      quarter: z.string(),
      seller_country: z.string(),
      currency: z.string(),
      /** Currency of the One Stop Shop return, always euro (Directive 2006/112/EC, articles 366 and 369h). */
      oss_declared_in: z.literal('EUR'),
      /** Consumers of other EU countries, for the One Stop Shop. */
      oss: z.array(Sum),
      /** Refunds of amounts that were declared for an earlier quarter. */
      oss_corrections: z.array(Sum.extend({ quarter: z.string() })),
      /** Sales at home, and to consumers of other EU countries below the threshold. */
      domestic: z.array(Sum),
      /** Companies of other EU countries, for the recapitulative statement. */
      reverse_charge: z.array(z.strictObject({ country: z.string(), vat_number: z.string(), base: Amount })),
      outside_eu: z.array(z.strictObject({ country: z.string(), base: Amount })),
      /** Sum of all VAT, equal to the change of the VAT ledger accounts. */
      vat: Amount,
    }),
    failures: [],
  }),
};

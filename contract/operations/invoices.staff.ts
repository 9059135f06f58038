import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount, At, accountArgument, listOf, oneLine, paging, wholeNumber } from '../operator/fields.ts';
import { Id } from '../schemas/primitives.ts';

const types = ['proform', 'original', 'credit-note'] as const;

const Invoice = z.strictObject({
  id: Id,
  /** Number with 10 digits. */
  number: z.string(),
  type: z.enum(types),
  account: Id,
  issued_at: At,
  net: Amount,
  vat: Amount,
  gross: Amount,
  currency: z.string(),
  orders: z.array(Id),
});

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-01.')
  .meta({ description: 'month of issue, in the time zone of the seller', value: 'yyyy-mm' });

export const invoices = {
  listAllInvoices: staffOperation({
    method: 'GET',
    path: '/operator/invoices',
    command: 'invoice list',
    roles: ['support', 'billing'],
    resource: 'invoices',
    summary: 'list invoices, pro forma invoices and credit notes, newest first',
    changes: false,
    input: z.strictObject({
      account: accountArgument.optional(),
      month: month.optional(),
      type: z
        .enum(types, `Must be one of ${types.join(', ')}.`)
        .optional()
        .meta({ description: `only this type: ${types.join(', ')}`, value: 'type' }),
      ...paging,
    }),
    reply: listOf(Invoice),
    failures: ['not_found'],
  }),
  showInvoice: staffOperation({
    method: 'GET',
    path: '/operator/invoices/{number}',
    command: 'invoice show',
    args: ['number'],
    roles: ['support', 'billing'],
    resource: 'invoices',
    summary: 'show an invoice as issued',
    changes: false,
    input: z.strictObject({
      number: z
        .string()
        .regex(/^\d{10}$/, 'Must be the 10 digits of an invoice number.')
        .meta({ description: 'number of the invoice, 10 digits', value: 'number' }),
    }),
    reply: Invoice.extend({
      buyer: z.string(),
      /** Numbers of the invoices that this document corrects. */
      corrects: z.array(z.string()),
      lines: z.array(z.strictObject({ label: z.string(), words: z.array(z.string()), net: Amount, vat: Amount, gross: Amount })),
      notes: z.array(z.string()),
      /** Stored files of the document with their hashes. */
      files: z.array(z.strictObject({ format: z.string(), sha256: z.string() })),
    }),
    failures: ['not_found'],
  }),
  continueInvoices: staffOperation({
    command: 'invoice continue-after',
    args: ['series', 'number'],
    hostOnly: 'It ends a restore, which is done at the host.',
    resource: 'invoices',
    summary:
      'continue a series of numbers after a restore that found no journal: its next document gets the number after this one',
    changes: true,
    inRecovery: true,
    input: z.strictObject({
      series: z.enum(types, `Must be one of ${types.join(', ')}.`).meta({
        description: `series: ${types.join(', ')}`,
        value: 'series',
      }),
      number: wholeNumber(0, 9_999_999_999).meta({
        description: 'last number that was issued: its 10 digits, or without the first digit',
        value: 'n',
      }),
    }),
    reply: z.strictObject({
      series: z.enum(types),
      last: z.int(),
      /** Numbers that the series skips, because a restore lost their documents. `null` if it skips none. */
      gap: z.strictObject({ first: z.int(), last: z.int() }).nullable(),
      /** Series that have not been continued with this command yet. */
      waiting: z.array(z.enum(types)),
    }),
    failures: ['wrong_state'],
  }),
  exportInvoices: staffOperation({
    command: 'invoice export',
    hostOnly: 'It writes a file of any length on the host.',
    resource: 'invoices',
    summary: 'write the invoices and credit notes of a month into an archive for the accountant: PDF, UBL and a list as CSV',
    changes: false,
    input: z.strictObject({
      month,
      output: oneLine(1000).optional().meta({ description: 'file to write (default: invoices-<month>.zip)', value: 'file' }),
    }),
    reply: z.strictObject({ month: z.string(), file: z.string(), documents: z.int(), net: Amount, vat: Amount, gross: Amount }),
    failures: [],
  }),
};

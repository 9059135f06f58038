import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';
import { Amount } from '../operator/fields.ts';

export const ledger = {
  verifyLedger: staffOperation({
    command: 'ledger verify',
    hostOnly: 'It reads all the books, for minutes.',
    resource: 'ledger',
    summary: 'add up the ledger again and list differences',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({
      /** Differences, one sentence each. Empty if the ledger agrees. */
      findings: z.array(z.string()),
      /** Balances by ledger account. Credits are positive. */
      accounts: z.array(z.strictObject({ account: z.string(), balance: Amount })),
    }),
    failures: [],
  }),
  exportLedger: staffOperation({
    command: 'ledger export',
    hostOnly: 'It writes a file of any length on the host.',
    resource: 'ledger',
    summary: 'write the postings of a month to a CSV file for an accountant',
    changes: false,
    input: z.strictObject({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-01.')
        .meta({ description: 'month in the time zone of the seller, such as 2026-01', value: 'month' }),
      file: z
        .string()
        .min(1)
        .max(4_096)
        .optional()
        .meta({ description: 'file to write, which must not exist (default: ledger-<month>.csv)', value: 'path' }),
    }),
    reply: z.strictObject({
      month: z.string(),
      file: z.string(),
      entries: z.int(),
      postings: z.int(),
      debit: Amount,
      credit: Amount,
    }),
    failures: [],
  }),
};

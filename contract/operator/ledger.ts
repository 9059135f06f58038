import { z } from 'zod';
import { operatorOperation } from './define.ts';
import { Amount } from './fields.ts';

export const ledger = {
  verifyLedger: operatorOperation({
    resource: 'ledger',
    summary: 'add everything up again, and say what does not agree',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({
      /** Sentences; none: it agrees. */
      findings: z.array(z.string()),
      /** By account; credits are positive. */
      accounts: z.array(z.strictObject({ account: z.string(), balance: Amount })),
    }),
    failures: [],
  }),
  exportLedger: operatorOperation({
    resource: 'ledger',
    summary: 'write the books of a month to a file, a line a posting, for an accountant',
    changes: false,
    input: z.strictObject({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Must be a month such as 2026-01.')
        .meta({ description: 'which month (UTC)', value: 'month' }),
      file: z
        .string()
        .min(1)
        .max(4_096)
        .optional()
        .meta({ description: 'where to; a file that is there is not replaced (default: ledger-<month>.csv)', value: 'path' }),
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

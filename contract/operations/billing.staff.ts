import { z } from 'zod';
import { staffOperation } from '../operator/define.ts';

export const billing = {
  auditBilling: staffOperation({
    command: 'billing audit',
    hostOnly: 'It reads all accounts, for minutes.',
    resource: 'billing',
    summary: 'recompute every order, renewal, refund and invoice, and list differences from the ledger',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({
      /** Differences, one sentence each. Empty if there are none. */
      findings: z.array(z.string()),
      read: z.strictObject({ orders: z.int(), lines: z.int(), periods: z.int(), entries: z.int(), invoices: z.int() }),
    }),
    failures: [],
  }),
};

import { z } from 'zod';
import { operatorOperation } from './define.ts';

export const billing = {
  auditBilling: operatorOperation({
    resource: 'billing',
    summary: 'compute every order, renewal, refund and invoice again, and say what differs from the ledger',
    changes: false,
    input: z.strictObject({}),
    reply: z.strictObject({
      /** Sentences; none: there is no difference. */
      findings: z.array(z.string()),
      read: z.strictObject({ orders: z.int(), lines: z.int(), periods: z.int(), entries: z.int(), invoices: z.int() }),
    }),
    failures: [],
  }),
};

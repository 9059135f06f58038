/** Defines the command `./innkeeper billing`. */
import { billing } from '@innkeeper/contract/operations/billing.staff';
import { auditBilling } from '@innkeeper/operations/billing.staff';
import type { Command } from 'commander';
import { formatAudited } from './format/billing.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const billingBindings: Bindings<typeof billing> = {
  auditBilling: {
    async run(installation, input) {
      const reply = await inOneTransaction(auditBilling)(installation, input);
      if (reply.findings.length > 0) process.exitCode = 1;
      return reply;
    },
    format: formatAudited,
  },
};

export function billingCommand(): Command {
  return nounCommand('billing', 'verify billing', billing, billingBindings);
}

/** Defines the command `./innkeeper billing`, with the texts that it prints. */
import { billing } from '@innkeeper/contract/operations/billing.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { auditBilling } from '@innkeeper/operations/billing.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';

function formatAudited({ findings, read }: OperatorReply<'auditBilling'>): string {
  const { orders, lines, periods, entries, invoices } = read;
  const what = `${counted(orders, 'order')} with ${counted(lines, 'line')}, ${counted(periods, 'paid period')}, ${counted(entries, 'ledger entry', 'ledger entries')}, ${counted(invoices, 'invoice')}: `;
  return findings.length === 0 ? `${what}no differences.` : `${what}\n${findings.join('\n')}`;
}

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

/** Defines the command `./innkeeper tax`. */
import { tax } from '@innkeeper/contract/operations/tax.staff';
import { reportTax } from '@innkeeper/operations/tax.staff';
import type { Command } from 'commander';
import { formatTaxReport } from './format/tax.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';

export const taxBindings: Bindings<typeof tax> = {
  reportTax: { run: inOneTransaction(reportTax), format: formatTaxReport },
};

export function taxCommand(): Command {
  return nounCommand('tax', 'report VAT', tax, taxBindings);
}

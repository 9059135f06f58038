/** Defines the command `./innkeeper tax`, with the texts that it prints. */
import { tax } from '@innkeeper/contract/operations/tax.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { reportTax } from '@innkeeper/operations/tax.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { table } from './output/table.ts';

type Report = OperatorReply<'reportTax'>;
type Sum = Report['oss'][number];

export function formatTaxReport(report: Report): string {
  const { quarter, seller_country, currency, oss_declared_in, oss, oss_corrections, domestic, reverse_charge, outside_eu, vat } =
    report;
  const parts = [
    part('One Stop Shop', SUM, oss.map(sumCells)),
    part(
      'One Stop Shop, corrections of earlier quarters',
      ['QUARTER', ...SUM],
      oss_corrections.map((sum) => [sum.quarter, ...sumCells(sum)]),
    ),
    part(`Charged as in ${seller_country}`, SUM, domestic.map(sumCells)),
    part(
      'Reverse charge',
      ['COUNTRY', 'VAT NUMBER', 'BASE'],
      reverse_charge.map((sum) => [sum.country, sum.vat_number, sum.base]),
    ),
    part(
      'Outside of the EU',
      ['COUNTRY', 'BASE'],
      outside_eu.map((sum) => [sum.country, sum.base]),
    ),
  ];
  const head = `VAT of ${quarter}, seller in ${seller_country}, in ${currency}`;
  const isForeign = currency !== oss_declared_in && oss.length + oss_corrections.length > 0;
  const note = `The One Stop Shop return is in ${oss_declared_in}. Convert its sums at the rate of the European Central Bank for the last day of the quarter.`;
  return [head, ...parts.filter((text) => text !== ''), ...(isForeign ? [note] : []), `VAT owed for the quarter: ${vat}`].join(
    '\n\n',
  );
}

const SUM = ['COUNTRY', 'RATE', 'BASE', 'VAT'];
const sumCells = ({ country, rate, base, vat }: Sum): string[] => [country, `${rate} %`, base, vat];

function part(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  return rows.length === 0 ? '' : `${title}\n${table(head, rows)}`;
}

export const taxBindings: Bindings<typeof tax> = {
  reportTax: { run: inOneTransaction(reportTax), format: formatTaxReport },
};

export function taxCommand(): Command {
  return nounCommand('tax', 'report VAT', tax, taxBindings);
}

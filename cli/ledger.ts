/** Defines the command `./innkeeper ledger`, with the texts that it prints. */
import { ledger } from '@innkeeper/contract/operations/ledger.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { exportLedger, verifyLedger } from '@innkeeper/operations/ledger.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { intoNewFile } from './output/new-file.ts';
import { table } from './output/table.ts';

function formatVerified({ findings, accounts }: OperatorReply<'verifyLedger'>): string {
  const sums = table(
    ['LEDGER ACCOUNT', 'BALANCE'],
    accounts.map(({ account, balance }) => [account, balance]),
  );
  const verdict = findings.length === 0 ? 'The ledger agrees.' : findings.join('\n');
  return `${sums}\n\n${verdict}`;
}

export const ledgerBindings: Bindings<typeof ledger> = {
  verifyLedger: {
    async run(installation, input) {
      const reply = await inOneTransaction(verifyLedger)(installation, input);
      if (reply.findings.length > 0) process.exitCode = 1;
      return reply;
    },
    format: formatVerified,
  },
  exportLedger: {
    run(installation, { month, file = `ledger-${month}.csv` }) {
      return intoNewFile(file, (write) => installation.commit((cx) => exportLedger(cx, { month, file }, write)));
    },
    format: ({ file, month, entries, postings, debit, credit }) =>
      `${file}: ${counted(entries, 'entry', 'entries')} of ${month} with ${counted(postings, 'posting')}, debit ${debit}, credit ${credit}.`,
  },
};

export function ledgerCommand(): Command {
  return nounCommand('ledger', 'verify and export the ledger', ledger, ledgerBindings);
}

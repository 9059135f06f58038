/** Defines the command `./innkeeper ledger`. */
import { ledger } from '@innkeeper/contract/operations/ledger.staff';
import { exportLedger, verifyLedger } from '@innkeeper/operations/ledger.staff';
import type { Command } from 'commander';
import { formatExport, formatVerified } from './format/ledger.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { intoNewFile } from './output/new-file.ts';

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
    format: formatExport,
  },
};

export function ledgerCommand(): Command {
  return nounCommand('ledger', 'verify and export the ledger', ledger, ledgerBindings);
}

/** Defines the command `./innkeeper scanner`, with the texts that it prints. */
import { scanner } from '@innkeeper/contract/operations/scanner.staff';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { checkScanner as askScanner } from '@innkeeper/engine/scanner/check';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { hasScanner, SELF_CHECK_KEY } from '@innkeeper/model/support/scanner';
import { checkScanner, setScanner, showScanner } from '@innkeeper/operations/scanner.staff';
import type { Command } from 'commander';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { formatFindings } from './output/findings.ts';

function formatScanner({ driver, socket, tcp, away }: OperatorReply<'showScanner'>): string {
  if (driver === 'none') return 'There is no virus scanner. Files of tickets are accepted without a scan.';
  const state = away ? `unavailable since ${away.since}: ${away.error}` : 'ready';
  return [`Files of tickets are scanned by clamd at ${socket ?? tcp}.`, `  state  ${state}`].join('\n');
}

export const scannerBindings: Bindings<typeof scanner> = {
  showScanner: { run: inOneTransaction(showScanner), format: formatScanner },
  setScanner: { run: inOneTransaction(setScanner), format: formatScanner },
  checkScanner: {
    async run(installation) {
      const settings = await installation.commit(checkScanner);
      if (!hasScanner(settings)) {
        const why = 'none is set: files of tickets are accepted without a scan';
        return { findings: [{ name: 'virus scanner', ok: 'warn', why, remedy: './innkeeper scanner set' }] };
      }
      const findings = await askScanner(openScanners()(settings, SELF_CHECK_KEY), settings);
      if (findings.some(({ ok }) => ok === false)) process.exitCode = 1;
      return { findings };
    },
    format: formatFindings,
  },
};

export function scannerCommand(): Command {
  return nounCommand('scanner', 'manage the virus scanner for files of tickets', scanner, scannerBindings);
}

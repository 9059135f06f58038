/** Defines `./innkeeper restore plan`, which writes the differences from the restored database into a file and changes nothing else. */
import path from 'node:path';
import { writeAtomic } from '@innkeeper/engine/atomic';
import { formatPlan } from '@innkeeper/model/recovery/restore-plan';
import { Command } from 'commander';
import { printReply } from '../output/print.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { collectFindings, requireRecovering } from './find.ts';
import { withRecoveringInstallation } from './recovering-installation.ts';

interface Options extends WithHome {
  output: string;
  json?: boolean;
}

export function planCommand(): Command {
  return new Command('plan')
    .description('write what is newer than the restored backup, and every other finding, into a file')
    .addOption(homeOption())
    .option('--output <file>', 'file to write', 'restore-plan.txt')
    .option('--json', 'print JSON, also for errors')
    .action(async (options: Options) => {
      const file = path.resolve(options.output);
      const findings = await withRecoveringInstallation(options.home, async (installation) => {
        const { backup } = await requireRecovering(installation);
        const found = await collectFindings(installation);
        await writeAtomic(file, formatPlan(found, { backup, at: installation.cx.clock.now() }));
        return found;
      });
      printReply(options, { file, findings }, () =>
        findings.length === 0
          ? 'Nothing differs from the backup. Finish with ./innkeeper restore finish.'
          : `${file} has ${findings.length} findings. Read it, then finish with ./innkeeper restore finish --accept ${file}.`,
      );
    });
}

/** Defines `./innkeeper backup create`. */
import path from 'node:path';
import { createInStore } from '@innkeeper/apps/backup/run';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { Command } from 'commander';
import { formatSize } from '../output/size.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { openBackups } from './open.ts';

export function createCommand(): Command {
  return new Command('create')
    .description('make a backup while Innkeeper runs')
    .option('--to <directory>', 'directory for the backup (default: the target of backup setup)')
    .addOption(homeOption())
    .action(create);
}

async function create(options: WithHome & { to?: string }): Promise<void> {
  const missing: string[] = [];
  const backups = await openBackups(options, (names) => missing.push(...names));
  const { to } = options;
  const { where } = await step(
    terminalReport(),
    'Back up',
    async () => {
      if (to !== undefined) {
        const made = await backups.acts.create(path.resolve(to));
        return { where: made.path, record: made.record };
      }
      const run = backups.run();
      const made = await createInStore(run);
      return { where: run.store.files.describeLocation(made.name), record: made };
    },
    (made) => formatSize(made.record.bytes),
  );
  console.log(`Made ${where}.`);
  if (missing.length > 0)
    console.log(`Note: values from the environment are in no backup. Keep them elsewhere: ${missing.join(', ')}.`);
}

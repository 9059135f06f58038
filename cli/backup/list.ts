/** Defines `./innkeeper backup list`. */
import { listBackups } from '@innkeeper/apps/backup/store';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt } from '@innkeeper/apps/installation/home';
import { Command } from 'commander';
import { printReply } from '../output/print.ts';
import { formatSize } from '../output/size.ts';
import { table } from '../output/table.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { requireStore } from './open.ts';

export function listCommand(): Command {
  return new Command('list')
    .description('list backups, newest first')
    .addOption(homeOption())
    .option('--json', 'print JSON')
    .action(list);
}

async function list(options: WithHome & { json?: boolean }): Promise<void> {
  const home = homeAt(options.home);
  const store = requireStore(home, await loadConfiguration(home, process.env));
  const backups = await listBackups(store);
  const reply = backups.map(({ name, record }) => record ?? { name });
  printReply(options, reply, () => {
    if (backups.length === 0) return `There are no backups in ${store.location}.`;
    const rows = backups.map(({ name, record }) => [
      name,
      record === null ? '-' : formatSize(record.bytes),
      record?.release ?? '-',
      record?.verified_at ?? 'never',
    ]);
    return table(['backup', 'size', 'release', 'verified'], rows);
  });
}

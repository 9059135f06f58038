/** Defines `./innkeeper backup prune`. */
import { pruneBackups } from '@innkeeper/apps/backup/run';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { homeAt, requireState } from '@innkeeper/apps/installation/home';
import { Command } from 'commander';
import { printReply } from '../output/print.ts';
import { table } from '../output/table.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { requireStore } from './open.ts';

export function pruneCommand(): Command {
  return new Command('prune')
    .description('remove the backups that the keys backup.kept_* no longer keep')
    .addOption(homeOption())
    .option('--dry-run', 'only show what would be removed')
    .option('--json', 'print JSON')
    .action(async ({ home: directory, dryRun = false, json }: WithHome & { dryRun?: boolean; json?: boolean }) => {
      const home = homeAt(directory);
      await requireState(home);
      const configuration = await loadConfiguration(home, process.env);
      const store = requireStore(home, configuration);
      const { values } = configuration;
      const { removed, kept } = await pruneBackups({ store, values, dryRun, now: () => new Date() });
      const reply = { removed: removed.map(({ name }) => name), kept: kept.map(({ name, reason }) => ({ name, reason })) };
      printReply({ json: json ?? false }, reply, () => formatPruned(reply, dryRun));
    });
}

function formatPruned({ removed, kept }: { removed: string[]; kept: { name: string; reason: string }[] }, dryRun: boolean) {
  const rows = [
    ...kept.map(({ name, reason }) => [name, `kept: ${reason}`]),
    ...removed.map((name) => [name, dryRun ? 'would be removed' : 'removed']),
  ].toSorted(([a = ''], [b = '']) => b.localeCompare(a));
  return rows.length === 0 ? 'There are no backups.' : table(['backup', 'state'], rows);
}

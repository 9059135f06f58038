/** Defines `./innkeeper restore`, which restores an installation from a backup and ends the recovery that follows. */
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { restores } from '@innkeeper/contract/operations/restores.staff';
import { releaseRestore } from '@innkeeper/operations/restores.staff';
import type { Command } from 'commander';
import { formatReleased } from './format/restore.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { homeOption } from './program/home-option.ts';
import { finishCommand } from './restore/finish.ts';
import { planCommand } from './restore/plan.ts';
import { type RestoreCommandOptions, restoreCommandAction } from './restore/restore.ts';

export const restoreBindings: Bindings<typeof restores> = {
  releaseRestore: { run: inOneTransaction(releaseRestore), format: formatReleased },
};

export function restoreCommand(): Command {
  return (
    nounCommand('restore', 'restore the installation from a backup, and finish the restore', restores, restoreBindings)
      .addCommand(planCommand())
      .addCommand(finishCommand())
      // The command and its subcommands both have --home. An option after the name of a subcommand belongs to the subcommand.
      .enablePositionalOptions()
      .argument('[file]', 'backup, such as house-20261124T031500Z.tar.zst.age')
      .option('--identity <keyfile>', 'file with the keys that backup setup has shown')
      .option('--unsigned', 'trust a backup that has no authentication code, or whose key is lost')
      .option('--taken-at <time>', 'accept a file whose name does not say this time of the backup')
      .option('--replace', 'put aside the installation of this home; nothing is deleted')
      .addOption(homeOption())
      .addHelpText(
        'after',
        '\nThe embedded PostgreSQL gets the data. Set DATABASE_URL to restore into an empty database of your own server.',
      )
      .action(restore)
  );
}

/** Checks the required option here: commander would also require it for the subcommands. */
async function restore(file: string | undefined, { identity, ...options }: RestoreCommandOptions): Promise<void> {
  if (file === undefined || identity === undefined)
    throw new CommandError('Name the backup and its key: ./innkeeper restore FILE --identity KEYFILE.', 2);
  await restoreCommandAction(file, { identity, ...options });
}

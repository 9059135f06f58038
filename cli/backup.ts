/** Defines `./innkeeper backup` for backups of the installation itself. */
import { Command } from 'commander';
import { createCommand } from './backup/create.ts';
import { keyCommand } from './backup/key.ts';
import { listCommand } from './backup/list.ts';
import { pruneCommand } from './backup/prune.ts';
import { runCommand } from './backup/run.ts';
import { setupCommand } from './backup/setup.ts';
import { verifyCommand } from './backup/verify.ts';

export function backupCommand(): Command {
  return new Command('backup')
    .description('back up the installation: database, configuration, keys, attachments and received mail')
    .addCommand(setupCommand())
    .addCommand(keyCommand())
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(verifyCommand())
    .addCommand(pruneCommand())
    .addCommand(runCommand());
}

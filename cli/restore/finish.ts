/**
 * Defines `./innkeeper restore finish`, which ends the recovery after a restore. Numbers and addresses that may have been used since the
 * backup are skipped or reserved.
 */
import { readFile } from 'node:fs/promises';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { findRecovering } from '@innkeeper/db/tables/recovering';
import { isNodeError } from '@innkeeper/engine/atomic';
import { Command } from 'commander';
import { formatFinished } from '../format/finished-restore.ts';
import { printReply } from '../output/print.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { finishRestore, revokeTokensAfterFinish } from './finish-restore.ts';
import { withRecoveringInstallation } from './recovering-installation.ts';

interface Options extends WithHome {
  accept?: string;
  endTokens?: boolean;
  json?: boolean;
}

export function finishCommand(): Command {
  return new Command('finish')
    .description('end the recovery after a restore: nothing that the backup does not contain is given twice')
    .addOption(homeOption())
    .option('--accept <file>', 'findings to accept, as "restore plan" writes them')
    .option('--end-tokens', 'revoke all tokens of customers; also after the restore is finished')
    .option('--json', 'print JSON, also for errors')
    .action(async (options: Options) => {
      const accept = options.accept === undefined ? '' : await contentOf(options.accept);
      const endTokens = options.endTokens === true;
      await withRecoveringInstallation(options.home, async (installation) => {
        if (endTokens && !(await findRecovering(installation.cx.db))) {
          const revoked = await revokeTokensAfterFinish(installation.cx);
          printReply(options, { revoked }, () => `${revoked} tokens of customers were revoked.`);
          return;
        }
        const finished = await finishRestore(installation, { accept, endTokens });
        printReply(options, finished, () => formatFinished(finished));
      });
    });
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'EACCES', 'EISDIR')) throw new CommandError(`${file} cannot be read.`);
    throw error;
  }
}

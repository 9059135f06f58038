/** Defines `./innkeeper restore`, which restores an installation from a backup and ends the recovery that follows. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { authenticityByFile } from '@innkeeper/apps/backup/mac-key';
import { type RestoreOptions, type RestoreResult, restoreBackup } from '@innkeeper/apps/backup/restore';
import { validateConfiguration } from '@innkeeper/apps/configuration/load';
import { withTls } from '@innkeeper/apps/installation/database-tls';
import { homeAt } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { terminalReport } from '@innkeeper/apps/terminal/report';
import { restores } from '@innkeeper/contract/operations/restores.staff';
import { findRecovering } from '@innkeeper/db/tables/recovering';
import { isNodeError, writeAtomic } from '@innkeeper/engine/atomic';
import { formatSecond } from '@innkeeper/model/backup/names';
import { formatPlan } from '@innkeeper/model/recovery/restore-plan';
import { systemClock } from '@innkeeper/model/time/clock';
import { releaseRestore } from '@innkeeper/operations/restores.staff';
import { Command } from 'commander';
import { readKeyFile } from './backup/key-file.ts';
import { nounCommand } from './operator/command.ts';
import { inOneTransaction } from './operator/installation.ts';
import type { Bindings } from './operator/perform.ts';
import { counted } from './output/counted.ts';
import { printReply } from './output/print.ts';
import { homeOption, type WithHome } from './program/home-option.ts';
import { collectFindings, requireRecovering } from './restore/find.ts';
import { finishRestore, revokeTokensAfterFinish } from './restore/finish-restore.ts';
import { formatFinished } from './restore/finished-restore.ts';
import { withRecoveringInstallation } from './restore/recovering-installation.ts';

export const restoreBindings: Bindings<typeof restores> = {
  releaseRestore: {
    run: inOneTransaction(releaseRestore),
    format: ({ address, excluded }) =>
      excluded ? `${address} is no longer kept back, but its pool excludes it.` : `${address} is assigned again.`,
  },
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

interface RestoreCommandOptions extends WithHome {
  identity?: string;
  replace?: boolean;
  unsigned?: boolean;
  takenAt?: string;
}

async function restoreCommandAction(path: string, options: RestoreCommandOptions & { identity: string }): Promise<void> {
  const acceptsTime = confirmTime(options.takenAt);
  const { identities, macKeys } = await readKeyFile(options.identity);
  const databaseUrl = await databaseOfEnvironment();
  const home = homeAt(options.home);
  const source = { path, identities, authenticity: await authenticityByFile(home, macKeys, options.unsigned === true) };
  const target = { home, databaseUrl, replace: options.replace === true };
  const restored = await restoreBackup({ ...source, ...target, acceptsTime, now: systemClock.now(), report: terminalReport() });
  for (const line of summaryOf(restored, home.path)) console.log(line);
}

/**
 * Returns the URL of the database, or `null` for the embedded server. Reads only the environment, because the configuration file belongs to
 * the replaced installation.
 */
async function databaseOfEnvironment(): Promise<string | null> {
  const { values } = await validateConfiguration('', { name: 'the environment', env: process.env });
  const url = values['database.url'];
  return url === null ? null : withTls(url, values);
}

function summaryOf({ backup, takenAt, replaced, outside, isGenuine }: RestoreResult, home: string): string[] {
  return [
    takenAt === null
      ? `The restore of ${backup} is complete: an earlier run was interrupted while it put files in place.`
      : `Restored ${backup}, taken at ${takenAt.toISOString().slice(0, 19)}Z, into ${home}.`,
    ...(isGenuine ? [] : ['Note: the origin of this backup was not checked, because you named --unsigned.']),
    ...(replaced === null ? [] : [`The files of before are kept in ${replaced}.`]),
    ...outside.map(({ from, to }) => `The configuration names ${to}, which is missing here. Copy it: cp ${from} ${to}`),
    'Backups of this host need a key of this host: run ./innkeeper backup setup if backup/verify.key is missing.',
    'Start with ./innkeeper up.',
  ];
}

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream & { isTTY?: boolean };
}

/**
 * Returns the function that a restore asks. It accepts the time of `--taken-at`. Without that option it asks on a terminal, and elsewhere
 * accepts nothing. Throws a `CommandError` if the option is no time.
 */
export function confirmTime(
  accepted: string | undefined,
  { input, output }: Terminal = { input: process.stdin, output: process.stdout },
): RestoreOptions['acceptsTime'] {
  const time = accepted === undefined ? null : new Date(accepted);
  if (time !== null && Number.isNaN(time.getTime()))
    throw new CommandError(`--taken-at needs a time such as 2026-11-24T03:15:00Z, and ${accepted} is none.`, 2);
  return async ({ name, takenAt }) => {
    if (time !== null) return formatSecond(time) === formatSecond(takenAt);
    if (!input.isTTY || !output.isTTY) return false;
    const asked = createInterface({ input, output });
    try {
      const question = `${name} contains the backup of ${formatSecond(takenAt)}, which its name does not say. Restore it? [y/N] `;
      return /^y(es)?$/i.test((await asked.question(question)).trim());
    } finally {
      asked.close();
    }
  };
}

interface PlanOptions extends WithHome {
  output: string;
  json?: boolean;
}

/** Returns `restore plan`, which writes the differences from the restored database into a file and changes nothing else. */
function planCommand(): Command {
  return new Command('plan')
    .description('write what is newer than the restored backup, and every other finding, into a file')
    .addOption(homeOption())
    .option('--output <file>', 'file to write', 'restore-plan.txt')
    .option('--json', 'print JSON, also for errors')
    .action(async (options: PlanOptions) => {
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
          : `${file} has ${counted(findings.length, 'finding')}. Read it, then finish with ./innkeeper restore finish --accept ${file}.`,
      );
    });
}

interface FinishOptions extends WithHome {
  accept?: string;
  endTokens?: boolean;
  json?: boolean;
}

/** Returns `restore finish`. Numbers and addresses that may have been used since the backup are skipped or reserved. */
function finishCommand(): Command {
  return new Command('finish')
    .description('end the recovery after a restore: nothing that the backup does not contain is given twice')
    .addOption(homeOption())
    .option('--accept <file>', 'findings to accept, as "restore plan" writes them')
    .option('--end-tokens', 'revoke all tokens of customers; also after the restore is finished')
    .option('--json', 'print JSON, also for errors')
    .action(async (options: FinishOptions) => {
      const accept = options.accept === undefined ? '' : await contentOf(options.accept);
      const endTokens = options.endTokens === true;
      await withRecoveringInstallation(options.home, async (installation) => {
        if (endTokens && !(await findRecovering(installation.cx.db))) {
          const revoked = await revokeTokensAfterFinish(installation.cx);
          printReply(
            options,
            { revoked },
            () => `${counted(revoked, 'token')} of customers ${revoked === 1 ? 'was' : 'were'} revoked.`,
          );
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

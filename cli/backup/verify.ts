/** Defines `./innkeeper backup verify`. */
import { verifyIdentities } from '@innkeeper/apps/backup/paths';
import { verifyInStore } from '@innkeeper/apps/backup/run';
import { listBackups } from '@innkeeper/apps/backup/store';
import { verifyBackup } from '@innkeeper/apps/backup/verify';
import { homeAt } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { Command } from 'commander';
import { homeOption, type WithHome } from '../commands/home-option.ts';
import { readIdentityFile } from './identity.ts';
import { openBackups } from './open.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('restore a backup into a temporary database and audit it there')
    .argument('[file]', 'file to verify (default: the newest backup of the target, whose record notes the time)')
    .option('--identity <keyfile>', 'file with a secret key (default: backup/verify.key in the home)')
    .addOption(homeOption())
    .action(verify);
}

async function verify(file: string | undefined, options: WithHome & { identity?: string }): Promise<void> {
  if (file === undefined) return verifyNewest(options);
  const home = homeAt(options.home);
  const identities = options.identity === undefined ? await verifyIdentities(home) : await readIdentityFile(options.identity);
  const { findings, tables, rows } = await step(terminalReport(), `Verify ${file}`, () =>
    verifyBackup({ path: file, identities, home }),
  );
  if (findings.length > 0)
    throw new CommandError(`This backup is not sound.\n${findings.map((finding) => `  ${finding}`).join('\n')}`);
  console.log(`${file} can be restored: ${tables} tables with ${rows} rows, and its books add up.`);
}

async function verifyNewest(options: WithHome): Promise<void> {
  const run = (await openBackups(options)).run();
  const newest = (await listBackups(run.store)).find(({ record }) => record !== null)?.record;
  if (!newest) throw new CommandError(`There are no backups in ${run.store.location}. Make one with ./innkeeper backup create.`);
  await step(terminalReport(), `Verify ${newest.name}`, () => verifyInStore(run, newest));
  console.log(`${newest.name} can be restored, and its books add up.`);
}

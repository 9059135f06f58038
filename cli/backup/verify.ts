/** Defines `./innkeeper backup verify`. */
import { authenticityByFile, authenticityOnHost } from '@innkeeper/apps/backup/mac-key';
import { verifyIdentities } from '@innkeeper/apps/backup/paths';
import type { BackupSource } from '@innkeeper/apps/backup/read';
import { verifyInStore } from '@innkeeper/apps/backup/run';
import { listBackups } from '@innkeeper/apps/backup/store';
import { verifyBackup } from '@innkeeper/apps/backup/verify';
import { type Home, homeAt } from '@innkeeper/apps/installation/home';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { Command } from 'commander';
import { counted } from '../output/counted.ts';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { readKeyFile } from './key-file.ts';
import { openBackups } from './open.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description('restore a backup into a temporary database and audit it there')
    .argument('[file]', 'file to verify (default: the newest backup of the target, whose record notes the time)')
    .option('--identity <keyfile>', 'file with a secret key and authentication keys (default: those of the home)')
    .option('--unsigned', 'accept a file without an authentication code, or without its key')
    .addOption(homeOption())
    .action(verify);
}

interface Options extends WithHome {
  identity?: string;
  unsigned?: boolean;
}

async function verify(file: string | undefined, options: Options): Promise<void> {
  if (file === undefined) return verifyNewest(options);
  const home = homeAt(options.home);
  const keys = await keysFor(home, options);
  const { findings, tables, rows, isGenuine } = await step(terminalReport(), `Verify ${file}`, () =>
    verifyBackup({ path: file, ...keys, home }),
  );
  if (findings.length > 0)
    throw new CommandError(`This backup is not sound.\n${findings.map((finding) => `  ${finding}`).join('\n')}`);
  console.log(`${file} can be restored: ${counted(tables, 'table')} with ${counted(rows, 'row')}, and its books add up.`);
  if (!isGenuine) console.log('Note: its origin is not proven, because it has no authentication code that a key here matches.');
}

async function keysFor(home: Home, { identity, unsigned = false }: Options): Promise<Omit<BackupSource, 'path'>> {
  if (identity === undefined) {
    const authenticity = await authenticityOnHost(home, new Date());
    return { identities: await verifyIdentities(home), authenticity: { ...authenticity, acceptsUnsigned: unsigned } };
  }
  const { identities, macKeys } = await readKeyFile(identity);
  return { identities, authenticity: await authenticityByFile(home, macKeys, unsigned) };
}

async function verifyNewest(options: WithHome): Promise<void> {
  const run = (await openBackups(options)).run();
  const newest = (await listBackups(run.store)).find(({ record }) => record !== null)?.record;
  if (!newest) throw new CommandError(`There are no backups in ${run.store.location}. Make one with ./innkeeper backup create.`);
  await step(terminalReport(), `Verify ${newest.name}`, () => verifyInStore(run, newest));
  console.log(`${newest.name} can be restored, and its books add up.`);
}

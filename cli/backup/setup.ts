/** Defines `./innkeeper backup setup`. */
import path from 'node:path';
import { setUpBackups } from '@innkeeper/apps/backup/setup';
import { homeAt, requireState } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { Command } from 'commander';
import { homeOption, type WithHome } from '../program/home-option.ts';
import { formatNewKeys } from './keys.ts';

interface Options extends WithHome {
  directory?: string;
  s3?: boolean;
  recipient?: string;
  newKey?: boolean;
}

export function setupCommand(): Command {
  return new Command('setup')
    .description('name where backups go, and make their keys')
    .addOption(homeOption())
    .option('--directory <path>', 'keep backups in this directory, on another disk than that of the database')
    .option('--s3', 'keep backups in the bucket of the keys backup.s3.*')
    .option('--recipient <key>', 'your own public key, age1..., in place of one that is made now')
    .option('--new-key', 'make other keys; earlier backups still need the earlier ones')
    .action(setUp);
}

async function setUp({ home: directoryOfHome, directory, s3 = false, recipient, newKey = false }: Options): Promise<void> {
  const home = homeAt(directoryOfHome);
  await requireState(home);
  if ((directory === undefined) === !s3) throw new CommandError('Name one target: --directory PATH, or --s3.', 2);
  if (directory !== undefined && !path.isAbsolute(directory))
    throw new CommandError(`--directory needs an absolute path, and ${directory} is none.`, 2);
  const { location, onSameDisk } = await setUpBackups(home, {
    target: directory === undefined ? 's3' : { directory },
    recipient: recipient ?? null,
    newKey,
    now: new Date(),
    env: process.env,
    showKeys: (keys) => console.log(formatNewKeys(keys)),
  });
  console.log(`Backups go to ${location}.`);
  if (onSameDisk) console.log('Note: that directory is on the disk of the database. A loss of the disk would take both.');
  console.log(
    (await readRunning(home))
      ? 'The first one is made within a minute. See ./innkeeper backup list.'
      : 'The first one is made after the next ./innkeeper up, or by ./innkeeper backup create.',
  );
}

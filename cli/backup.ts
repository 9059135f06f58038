/** Defines `./innkeeper backup` for backups of the installation itself. */
import path from 'node:path';
import { provideMacKey, storeShownMacKey } from '@innkeeper/apps/backup/mac-key';
import { backupRecipients } from '@innkeeper/apps/backup/paths';
import { createInStore, pruneBackups, recordFailedStart, runBackups } from '@innkeeper/apps/backup/run';
import { type NewKeys, setUpBackups } from '@innkeeper/apps/backup/setup';
import { listBackups } from '@innkeeper/apps/backup/store';
import { loadConfiguration } from '@innkeeper/apps/configuration/load';
import { withDatabase } from '@innkeeper/apps/installation/database';
import { homeAt, requireState } from '@innkeeper/apps/installation/home';
import { readRunning } from '@innkeeper/apps/installation/running';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { isRecovering } from '@innkeeper/db/tables/recovering';
import { systemClock } from '@innkeeper/model/time/clock';
import { Command } from 'commander';
import { type OpenBackups, openBackups, requireStore, updateAlertsOf } from './backup/open.ts';
import { verifyCommand } from './backup/verify.ts';
import { printReply } from './output/print.ts';
import { formatSize } from './output/size.ts';
import { table } from './output/table.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

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

interface SetupOptions extends WithHome {
  directory?: string;
  s3?: boolean;
  recipient?: string;
  newKey?: boolean;
}

function setupCommand(): Command {
  return new Command('setup')
    .description('name where backups go, and make their keys')
    .addOption(homeOption())
    .option('--directory <path>', 'keep backups in this directory, on another disk than that of the database')
    .option('--s3', 'keep backups in the bucket of the keys backup.s3.*')
    .option('--recipient <key>', 'your own public key, age1..., in place of one that is made now')
    .option('--new-key', 'make other keys; earlier backups still need the earlier ones')
    .action(setUp);
}

async function setUp({ home: directoryOfHome, directory, s3 = false, recipient, newKey = false }: SetupOptions): Promise<void> {
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

function keyCommand(): Command {
  return new Command('key')
    .description('print the key that proves the origin of backups, for the file of your secret key')
    .addOption(homeOption())
    .action(async (options: WithHome) => {
      const home = homeAt(options.home);
      await requireState(home);
      // Throws before `backup setup`, which prints the key too.
      await backupRecipients(home);
      const now = systemClock.now();
      const macKey = await provideMacKey(home, now);
      console.log(formatNewKeys({ pair: null, macKey: macKey.key }));
      await storeShownMacKey(home, macKey, now);
    });
}

/** Returns new keys with the sentences that say where to keep them. */
function formatNewKeys({ pair, macKey }: NewKeys): string {
  return [
    ...(pair === null
      ? ['The authentication key of your backups. Add this line to the file of your secret key, away from this host.']
      : [
          'The keys of your backups. Keep these lines in a file away from this host. The secret key is shown once and stored nowhere.',
          'Without it no backup can be restored.',
        ]),
    '',
    ...(pair === null ? [] : [`  # public key: ${pair.recipient}`]),
    ...(macKey === null ? [] : [`  ${formatMacKeyLine(macKey)}`]),
    ...(pair === null ? [] : [`  ${pair.identity}`]),
    '',
  ].join('\n');
}

/** Returns the line of a key file. It is a comment, because `age` refuses lines that are no keys of its own. */
function formatMacKeyLine(macKey: string): string {
  return `# authentication key: ${macKey}`;
}

function createCommand(): Command {
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

function listCommand(): Command {
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

function pruneCommand(): Command {
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

function runCommand(): Command {
  return new Command('run')
    .description('make, prove and remove backups as far as that is due; ./innkeeper up runs it by itself')
    .addOption(homeOption())
    .action(async (options: WithHome) => {
      const backups = await openOrRecordFailure(options);
      if (backups === null) return;
      const { target, created_at, verified_at, problems } = await runBackups(backups.run());
      console.log(`Backups in ${target}: the newest of ${created_at ?? 'never'}, last proven ${verified_at ?? 'never'}.`);
      for (const problem of problems) console.error(problem);
      // A step that timed out would keep the process alive.
      process.exit(problems.length > 0 ? 1 : 0);
    });
}

const RECOVERING_NOTE =
  'No backup is made while the installation recovers from a restore. End that with ./innkeeper restore finish.';

/** Opens the installation. Returns `null` while it is recovering. A refusal is recorded, so that `doctor` and the alert name its reason. */
async function openOrRecordFailure(options: WithHome): Promise<OpenBackups | null> {
  const home = homeAt(options.home);
  try {
    const backups = await openBackups(options);
    // The restored data are in the restored backup, and sequences do not yet skip the ids that were used after it.
    if (await withDatabase(home, isRecovering)) {
      console.log(RECOVERING_NOTE);
      // The database must not be changed during a recovery.
      await recordFailedStart({ home, now: () => new Date(), alert: async () => {} }, RECOVERING_NOTE);
      return null;
    }
    backups.run();
    return backups;
  } catch (error) {
    await recordFailedStart({ home, now: () => new Date(), alert: (found) => updateAlertsOf(home, found) }, error).catch(() => {
      // The caller must see the refusal, not this error.
    });
    throw error;
  }
}

/**
 * Restores an installation from a backup, into an empty home or in place of an existing installation.
 *
 * Everything is prepared in `restoring/` of the home. A restore that is killed before the renames leaves the old installation in place. If
 * a restore is killed during the renames, the next run completes it, and nothing starts on the home until then.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseInUse, loadDatabase, readLoadMark, requireEmptyDatabase } from '@innkeeper/db/backup/load';
import { EmbeddedError } from '@innkeeper/db/embedded/error';
import { holdersOf, waitForHolders } from '@innkeeper/db/embedded/holders';
import { lockData } from '@innkeeper/db/embedded/lock-data';
import { postmasterOf } from '@innkeeper/db/embedded/running';
import { startEmbedded } from '@innkeeper/db/embedded/start';
import { beginRecovering } from '@innkeeper/db/tables/recovering';
import { isNodeError, readIfThere, writeAtomic } from '@innkeeper/engine/atomic';
import { type BackupManifest, DATABASE_DIRECTORY, HOME_DIRECTORY, OUTSIDE_DIRECTORY } from '@innkeeper/model/backup/manifest';
import { backupName, formatSecond } from '@innkeeper/model/backup/names';
import { whileClaimed } from '../installation/claim.ts';
import { type Home, readState, refuseHalfReturned, requireShortPath, writeState } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';
import { CommandError } from '../terminal/command-error.ts';
import { type Report, step } from '../terminal/report.ts';
import { restoredPartsOf } from './backup-files.ts';
import { commitMoves, finishMoves, type Moves, partsDirectory } from './moves.ts';
import { type BackupSource, extractBackup, readManifest } from './read.ts';
import { prepareRestoredFiles, prepareRestoredUsers } from './restored-files.ts';
import { requireRoom } from './room.ts';

export interface RestoreOptions extends BackupSource {
  home: Home;
  /** URL of an empty external database, or `null` for the embedded server. */
  databaseUrl: string | null;
  /** True if the files of an existing installation may be moved aside. */
  replace: boolean;
  now: Date;
  report: Report;
  /** Asks a person to accept a backup whose file name does not give its time. Returns whether it was accepted. */
  acceptsTime(question: { name: string; takenAt: Date }): Promise<boolean>;
}

export interface RestoreResult {
  /** Name of the backup. */
  backup: string;
  /** Time of the backup. `null` if an interrupted restore was completed, because that reads no backup. */
  takenAt: Date | null;
  /** Directory with the replaced files, or `null` if there were none. */
  replaced: string | null;
  /** Files outside the home that the configuration names and this host lacks: `from` is the restored file, `to` its original path. */
  outside: { from: string; to: string }[];
  /** True unless a backup without an authentication code, or without its key, was accepted. */
  isGenuine: boolean;
}

/**
 * Restores a backup, or completes an interrupted restore. Throws a `CommandError` before anything is written if the home or the database is
 * in use.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { home } = options;
  requireShortPath(home);
  await refuseRunning(home);
  // Its list of renames is not that of a restore.
  refuseHalfReturned(home);
  // The home may not exist yet, and then nothing can run on it.
  if (!existsSync(home.path)) return restoreUnclaimed(options);
  return whileClaimed(home, async () => {
    // A server whose process cannot be seen from here would go on writing into the directory that is moved aside.
    if (existsSync(home.database)) (await lockData(home.database)).release();
    return restoreUnclaimed(options);
  });
}

async function restoreUnclaimed(options: RestoreOptions): Promise<RestoreResult> {
  const { home, now, report } = options;
  const completed = await finishMoves(home);
  if (completed) return describe(home, completed, { takenAt: null, isGenuine: true });
  const read = await step(report, 'Read the backup', () => readManifest(options));
  const { manifest, isGenuine } = read;
  await refuseOtherTime(options, new Date(manifest.taken_at));
  await refuseOccupied(options);
  await requireRoom(home.path, manifest, options.databaseUrl === null ? 'restore' : 'none');
  const mark = await loadMarkOf(options);
  if (options.databaseUrl !== null) await refuseFullDatabase(options.databaseUrl, mark);

  await waitForInterrupted(options);
  const files = path.join(home.restoreDirectory, 'files');
  await step(report, 'Extract the files', async () => {
    await rm(files, { recursive: true, force: true });
    await rm(partsDirectory(home), { recursive: true, force: true });
    for (const directory of [home.path, home.restoreDirectory, files, partsDirectory(home)])
      await mkdir(directory, { recursive: true, mode: 0o700 });
    await chmod(home.path, 0o700);
    await writeAtomic(markFile(home), mark);
    await extractBackup(options, read, files);
  });
  await prepareRestoredUsers();
  await step(report, 'Load the database', () => loadBackup(options, { manifest, mark, files }));
  const moves = await step(report, 'Put the files in place', async () => {
    await stageFiles(home, { manifest, files, isExternal: options.databaseUrl !== null });
    const planned = await planMoves(options, now);
    await commitMoves(home, planned);
    return planned;
  });
  return describe(home, moves, { takenAt: new Date(manifest.taken_at), isGenuine });
}

async function refuseRunning(home: Home): Promise<void> {
  if (await readRunning(home)) throw new CommandError('Innkeeper runs. Stop it with ./innkeeper down; guests keep running.');
  const pid = postmasterOf(home.database);
  if (pid !== undefined) throw new CommandError(`PostgreSQL still runs on ${home.database} as process ${pid}. Stop it first.`);
}

/** Throws unless the file's name gives the time of the backup, or a person accepts the difference. An older backup may have a new name. */
async function refuseOtherTime({ path: file, acceptsTime }: RestoreOptions, takenAt: Date): Promise<void> {
  const name = path.basename(file);
  if (name === backupName(takenAt) || (await acceptsTime({ name, takenAt }))) return;
  const second = formatSecond(takenAt);
  throw new CommandError(
    `${name} contains the backup of ${second}, which its name does not say. If you want that backup, add --taken-at ${second}.`,
  );
}

/** Waits for the database server of a killed restore, which still writes into the directory that this restore deletes. */
async function waitForInterrupted({ home, report }: RestoreOptions): Promise<void> {
  const data = restoredDatabase(home);
  if (holdersOf(data).length === 0) return;
  await step(report, 'Wait for the interrupted restore', async () => {
    try {
      await waitForHolders(data);
    } catch (error) {
      if (error instanceof EmbeddedError) throw new CommandError(error.message);
      throw error;
    }
  });
}

function restoredDatabase(home: Home): string {
  return path.join(partsDirectory(home), path.basename(home.database));
}

async function refuseOccupied({ home, replace }: RestoreOptions): Promise<void> {
  await readdir(home.machines).catch((error: unknown) => {
    if (isNodeError(error, 'EACCES')) throw new CommandError(`${home.machines} cannot be read. Run as the user of the guests.`);
    if (!isNodeError(error, 'ENOENT')) throw error;
  });
  const state = await readState(home);
  if (!replace && (existsSync(home.database) || state?.externalDatabase === true))
    throw new CommandError(
      `${home.path} contains an installation. To put it aside and restore in its place, add --replace. Nothing is deleted.`,
    );
}

/**
 * Returns the mark that the loaded database gets. If a restore to an external database is killed, the next run recognizes its own load by
 * the mark.
 */
async function loadMarkOf({ home, path: file, databaseUrl }: RestoreOptions): Promise<string> {
  const previousMark = await readIfThere(markFile(home));
  if (databaseUrl !== null && previousMark?.startsWith(`${path.basename(file)} `)) return previousMark;
  return `${path.basename(file)} ${randomUUID()}`;
}

function markFile(home: Home): string {
  return path.join(home.restoreDirectory, 'mark');
}

async function refuseFullDatabase(url: string, mark: string): Promise<void> {
  if ((await readLoadMark(url)) === mark) return;
  try {
    await requireEmptyDatabase(url);
  } catch (error) {
    if (error instanceof DatabaseInUse) throw new CommandError(error.message);
    throw error;
  }
}

async function loadBackup(
  { home, path: file, databaseUrl, now }: RestoreOptions,
  { manifest, mark, files }: { manifest: BackupManifest; mark: string; files: string },
): Promise<void> {
  const loadInto = async (url: string): Promise<void> =>
    loadDatabase({
      ...{ url, mark, manifest: manifest.database, directory: path.join(files, DATABASE_DIRECTORY) },
      finish: (trx) => beginRecovering(trx, { backup: path.basename(file), takenAt: new Date(manifest.taken_at), now }),
    });
  if (databaseUrl !== null) {
    if ((await readLoadMark(databaseUrl)) !== mark) await loadInto(databaseUrl);
    return;
  }
  const server = await startEmbedded({ dataDir: restoredDatabase(home) });
  try {
    await loadInto(server.url);
  } finally {
    await server.stop();
  }
}

/** Moves all restored files to `parts/`, where each file has its later path in the home. */
async function stageFiles(
  home: Home,
  { manifest, files, isExternal }: { manifest: BackupManifest; files: string; isExternal: boolean },
): Promise<void> {
  const parts = partsDirectory(home);
  const restored = path.join(files, HOME_DIRECTORY);
  if (existsSync(restored)) {
    for (const name of await readdir(restored)) await rename(path.join(restored, name), path.join(parts, name));
  }
  await writeState(
    { state: path.join(parts, path.basename(home.state)) },
    { engine: manifest.engine, externalDatabase: isExternal },
  );
  const outside = path.join(files, OUTSIDE_DIRECTORY);
  if (existsSync(outside)) {
    for (const { name, path: target } of manifest.outside) {
      const to = path.join(parts, RESTORED_OUTSIDE, target);
      await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
      await rename(path.join(outside, name), to);
    }
  }
  await prepareRestoredFiles(parts, home, { isExternal });
}

/** Directory of the home for files that belong outside of it. A restore never writes outside the home. */
const RESTORED_OUTSIDE = 'restored-outside';

async function planMoves({ home, path: file }: RestoreOptions, now: Date): Promise<Moves> {
  const parts = partsDirectory(home);
  const inBackup = restoredPartsOf(home).filter((part) => existsSync(path.join(parts, part)));
  const known = [...restoredPartsOf(home), path.basename(home.database), path.basename(home.state), RESTORED_OUTSIDE];
  // The configuration can name files anywhere in the home, also in directories that are not restored.
  const entries = await readdir(parts, { recursive: true, withFileTypes: true });
  const others = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(parts, path.join(entry.parentPath, entry.name)))
    .filter((name) => !known.some((part) => name === part || name.startsWith(`${part}/`) || name.startsWith(`${part}.`)));
  const arrive = [...known.filter((part) => existsSync(path.join(parts, part))), ...others];
  return {
    backup: path.basename(file),
    replaced: `replaced-${formatSecond(now).replaceAll(/[-:]/g, '')}`,
    arrive,
    leave: known.filter((part) => part !== RESTORED_OUTSIDE && !inBackup.includes(part) && !arrive.includes(part)),
  };
}

async function describe(
  home: Home,
  { backup, replaced }: { backup: string; replaced: string },
  facts: Pick<RestoreResult, 'takenAt' | 'isGenuine'>,
): Promise<RestoreResult> {
  const replacedDirectory = path.join(home.path, replaced);
  const root = path.join(home.path, RESTORED_OUTSIDE);
  const files = existsSync(root) ? await readdir(root, { recursive: true, withFileTypes: true }) : [];
  const outside = files
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((from) => ({ from, to: `/${path.relative(root, from)}` }))
    .filter(({ to }) => !existsSync(to));
  return { backup, ...facts, replaced: existsSync(replacedDirectory) ? replacedDirectory : null, outside };
}

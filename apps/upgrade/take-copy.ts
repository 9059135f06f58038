/** Takes the copy of a database before an upgrade, and verifies it. */
import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lockData } from '@innkeeper/db/embedded/lock-data';
import { judgeSchema, readApplied } from '@innkeeper/db/judge-schema';
import { lastVerified } from '@innkeeper/model/backup/due';
import { copyName, isFreshlyVerified } from '@innkeeper/model/upgrade/copies';
import { listBackups, openBackupStore } from '../backup/store.ts';
import { withUrl } from '../installation/database.ts';
import type { Home } from '../installation/home.ts';
import { CommandError } from '../terminal/command-error.ts';
import { step } from '../terminal/report.ts';
import { backUp } from './back-up.ts';
import { copyDirectory, removeCopy, removeIncomplete, writeManifest } from './copies.ts';
import { copyDatabase, readSystem, refuseUncopyable } from './copy.ts';
import { copyExternal } from './external-copy.ts';
import { type UpgradeRecord, writeUpgrade } from './record.ts';
import { type Contents, openCopy, readContents, requireSame, verifyBooks } from './verify-copy.ts';
import type { UpgradeOptions, UpgradeServer } from './way-back.ts';

export interface SchemaFacts {
  /** True for a database without tables. */
  isNew: boolean;
  isPending: boolean;
  /** Names of the applied migrations, in order. */
  migrations: string[];
  /** Identifier of the database, or `null` for an external one. */
  system: string | null;
}

/** Reads what decides about an upgrade. Changes nothing. */
export async function readSchemaFacts(
  home: Home,
  { url, isEmbedded }: { url: string; isEmbedded: boolean },
): Promise<SchemaFacts> {
  return withUrl(url, async (db) => {
    const migrations = await readApplied(db);
    const { kind } = await judgeSchema(db);
    const system = isEmbedded ? await readSystem(home.database) : null;
    return { isNew: migrations.length === 0, isPending: kind === 'pending', migrations, system };
  });
}

/**
 * Takes the copy and returns its name. Returns `null` if a verified backup replaces it, or for an external database, whose copy cannot be put
 * back. Throws if there is no sound copy, and then leaves none. The server runs again afterwards, unless this throws.
 */
export async function takeCopy(options: UpgradeOptions, record: UpgradeRecord): Promise<string | null> {
  const { home, server, withoutCopy, report } = options;
  if (withoutCopy) {
    await requireFreshBackup(options);
    return null;
  }
  await removeIncomplete(home);
  const name = copyName(record.from ?? 'unknown', new Date());
  try {
    if (server === null) {
      await step(report, 'Backup before the upgrade', () => backUpExternal(options, record, name));
      return null;
    }
    await refuseUncopyable(home);
    await copyEmbedded({ ...options, server }, record, name);
    return name;
  } catch (error) {
    await removeCopy(home, name);
    throw error;
  }
}

/** Makes a backup before an upgrade that takes a copy. Commands must not be refused yet, because the backup is one. */
export async function backUpFirst(options: UpgradeOptions): Promise<void> {
  if (options.withoutCopy || options.server === null) return;
  await refuseUncopyable(options.home);
  await backUp(options);
}

/** Asks the store itself: the status in the home knows only what the schedule verified. */
async function requireFreshBackup({ home, configuration }: UpgradeOptions): Promise<void> {
  const store = openBackupStore(home, configuration.values);
  const records = store === null ? [] : (await listBackups(store)).flatMap(({ record }) => record ?? []);
  if (isFreshlyVerified(lastVerified(records), new Date())) return;
  throw new CommandError(
    '--without-copy needs a backup that was verified within the last hour. Start the release before, and run ./innkeeper backup create and ./innkeeper backup verify.',
  );
}

/** Bytes that the copy reserves, so that it can be put back on a full disk. */
const RESERVED_BYTES = 2 ** 20;

const reserveOf = (home: Home, name: string): string => path.join(copyDirectory(home, name), 'reserve');

/** Frees the reserved bytes of a copy, before it is put back or when that is no longer possible. */
export async function freeReserve(home: Home, name: string): Promise<void> {
  await rm(reserveOf(home, name), { force: true });
}

async function copyEmbedded(
  { home, server, report }: UpgradeOptions & { server: UpgradeServer },
  record: UpgradeRecord,
  name: string,
): Promise<void> {
  const directory = copyDirectory(home, name);
  await writeUpgrade(home, { ...record, phase: 'copying' });
  await server.stop();
  // No server starts on the data until both are equal, whatever process or container asks for it.
  const lock = await lockData(home.database);
  let copied: Contents;
  try {
    await step(report, 'Copy of the database', async () => {
      await mkdir(directory, { mode: 0o700 });
      await writeFile(reserveOf(home, name), randomBytes(RESERVED_BYTES), { mode: 0o600 });
      await copyDatabase(home, directory);
    });
    await writeUpgrade(home, { ...record, phase: 'verifying' });
    copied = await step(report, 'Verification of the copy', () => openCopy(home, directory));
  } finally {
    lock.release();
  }
  // Commands leave the database alone since before the copy, so both must be equal.
  requireSame(await readContents(await server.start()), copied);
  await complete(home, record, { name, contents: copied });
}

async function backUpExternal({ home, configuration, url }: UpgradeOptions, record: UpgradeRecord, name: string): Promise<void> {
  await copyExternal(home, configuration, copyDirectory(home, name));
  await verifyBooks(url);
  await complete(home, record, { name, contents: await readContents(url) });
}

async function complete(
  home: Home,
  { from, migrations }: UpgradeRecord,
  { name, contents }: { name: string; contents: Contents },
): Promise<void> {
  await writeManifest(home, name, { version: from, taken_at: new Date().toISOString(), migrations, ...contents });
}

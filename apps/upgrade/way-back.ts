/**
 * Upgrades the database of a home so that a failed upgrade can be taken back (docs/decisions/upgrades.md).
 *
 * Before the first migration there is a copy that was started and verified. A row in `recovering` keeps API, worker and commands from acting
 * until both answer. If anything fails before, the copy is put back. The phases are in `model/upgrade/phases.ts`.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readApplied } from '@innkeeper/db/judge-schema';
import type { Database } from '@innkeeper/db/schema';
import { beginRecovering, endUpgrade, findRecovering } from '@innkeeper/db/tables/recovering';
import { formatVersion } from '@innkeeper/model/installation/build';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { decideUpgrade, isUnusedCopy, type Phase, returnsAfterError, upgradeMark } from '@innkeeper/model/upgrade/phases';
import type { Transaction } from 'kysely';
import type { LoadedConfiguration } from '../configuration/load.ts';
import { whileClaimed } from '../installation/claim.ts';
import { withUrl } from '../installation/database.ts';
import type { Home } from '../installation/home.ts';
import project from '../package.json' with { type: 'json' };
import { CommandError } from '../terminal/command-error.ts';
import type { Report } from '../terminal/report.ts';
import { findNewestCopy, isComplete, pruneCopies, removeCopy } from './copies.ts';
import { describeExternalReturn } from './external-copy.ts';
import { putBack } from './put-back.ts';
import { readUpgrade, removeUpgrade, type UpgradeRecord, writeUpgrade } from './record.ts';
import { REFUSED_EXIT_CODE, removeRefusal, writeRefusal } from './refused.ts';
import { backUpFirst, freeReserve, readSchemaFacts, takeCopy } from './take-copy.ts';
import { verifyBooks } from './verify-copy.ts';

/** The database server of the home, which an upgrade stops and starts. */
export interface UpgradeServer {
  /** Starts the server and returns the URL for the owner of the database. */
  start(): Promise<string>;
  stop(): Promise<void>;
}

export interface UpgradeOptions {
  home: Home;
  configuration: LoadedConfiguration;
  /** Embedded server, which runs, or `null` for an external one. */
  server: UpgradeServer | null;
  /** URL for the owner of the database. */
  url: string;
  /** Version that started the home last, or `null` if it is not known. */
  from: string | null;
  /** True if a backup that was just verified replaces the copy. */
  withoutCopy: boolean;
  isUnattended: boolean;
  /** Tells other commands to leave the database alone until this start ends. */
  setUpgrading(): Promise<void>;
  report: Report;
}

/** The start of a home, which may be an upgrade. */
export interface Upgrade {
  /** Keeps everything from acting. Called in the transaction of the migrations. Does nothing without an upgrade. */
  fence(trx: Transaction<Database>): Promise<void>;
  /** Verifies the books after the migrations, and records that the processes start. */
  starting(url: string): Promise<void>;
  /** Waits until the processes are ready. Rejects after a minute during an upgrade, so that a release that hangs is taken back. */
  untilReady(ready: Promise<void>): Promise<void>;
  /** Lets the processes work. Afterwards the copy is never put back. */
  complete(url: string): Promise<void>;
  /** Puts the copy back if the upgrade was not complete. Returns the error for the person. Everything must be stopped. */
  fail(error: unknown): Promise<unknown>;
}

/** Limit for the start of API and worker, which change nothing until the upgrade is done. They take 2 s on an idle host. */
const READY_MS = minutes(1);

/** Returns the version of the code that runs. */
export const currentRelease = (): string => formatVersion(project.version);

/**
 * Copies the database if migrations are pending. Returns the upgrade, or what an interrupted one left to do. Throws a `CommandError` if the
 * copy failed. Nothing was changed then, and the server may be stopped.
 */
export async function openUpgrade(options: UpgradeOptions): Promise<Upgrade> {
  const { home, server, url, from } = options;
  const version = currentRelease();
  const facts = await readSchemaFacts(home, { url, isEmbedded: server !== null });
  const earlier = readUpgrade(home);
  const interrupted = {
    phase: earlier?.phase ?? null,
    isSameDatabase: earlier?.system === facts.system,
    isMigrated: earlier?.migrations.join() !== facts.migrations.join(),
    isPending: facts.isPending,
  };
  const step = facts.isNew ? 'start' : decideUpgrade(interrupted);
  if (earlier?.copy && isUnusedCopy(interrupted)) await removeCopy(home, earlier.copy);
  if (step === 'start' || (step === 'continue' && earlier === null)) return usualStart(home);
  if (step === 'continue' && earlier !== null) {
    await options.setUpgrading();
    const copy = earlier.copy !== null && isComplete(home, earlier.copy) ? earlier.copy : null;
    return beginUpgrade(options, { ...earlier, copy, to: version });
  }
  const { system, migrations } = facts;
  const record: UpgradeRecord = {
    phase: 'copying',
    copy: null,
    from,
    to: version,
    system,
    migrations,
    control: null,
    reason: null,
  };
  try {
    await backUpFirst(options);
    await options.setUpgrading();
    return await beginUpgrade(options, { ...record, copy: await takeCopy(options, record) });
  } catch (error) {
    await removeUpgrade(home);
    throw await refuse(
      options,
      version,
      `The upgrade to ${version} was not begun: ${sentenceOf(error)} Nothing was changed, and ${nameOf(from)} can start.`,
    );
  }
}

/** Returns a start without an upgrade. It deletes what an upgrade left that was killed after it was complete. */
function usualStart(home: Home): Upgrade {
  return {
    fence: async () => {},
    starting: async () => {},
    untilReady: (ready) => ready,
    complete: (url) => endAll(home, url),
    fail: async (error) => error,
  };
}

/** Rejects when processes that have nothing to do yet should have been ready. */
async function failAfterLimit(): Promise<never> {
  await sleep(READY_MS, undefined, { ref: false });
  throw new CommandError(`The API and the worker were not ready within ${READY_MS / seconds(1)} s. See the logs of the home.`);
}

/** Lets the processes work, and deletes what only an upgrade in progress needs. */
async function endAll(home: Home, url: string): Promise<void> {
  await withUrl(url, endUpgrade);
  await removeUpgrade(home);
  await removeRefusal(home);
  await pruneCopies(home, new Date());
}

async function beginUpgrade(options: UpgradeOptions, record: UpgradeRecord): Promise<Upgrade> {
  const { home } = options;
  let phase: Phase = 'migrating';
  const enter = async (next: Phase): Promise<void> => {
    await writeUpgrade(home, { ...record, phase: next });
    phase = next;
  };
  await enter('migrating');
  return {
    async fence(trx) {
      const now = new Date();
      // A recovery from a restore keeps everything from acting too, and its row names the backup.
      if (!(await findRecovering(trx))) await beginRecovering(trx, { backup: upgradeMark(record.to), takenAt: now, now });
    },
    async starting(url) {
      await verifyBooks(url);
      await enter('starting');
    },
    untilReady: (ready) => Promise.race([ready, failAfterLimit()]),
    async complete(url) {
      await enter('done');
      if (record.copy !== null) await freeReserve(home, record.copy);
      await endAll(home, url);
    },
    async fail(error) {
      if (!returnsAfterError(phase)) return error;
      return rollBack(options, { ...record, phase, reason: sentenceOf(error) });
    },
  };
}

/** Puts the copy back, or says how a person does it. Returns the error for the person. */
async function rollBack(options: UpgradeOptions, record: UpgradeRecord): Promise<CommandError> {
  const { home } = options;
  if (record.copy === null)
    return refuse(options, record.to, `${describeFailure(record)} ${await describeManualReturn(options, record)}`);
  await freeReserve(home, record.copy);
  const refusal = await refuse(options, record.to, describeReturn(record));
  try {
    await putBack(home, record);
  } catch (error) {
    // The next `up` of this release completes the return, or fails again and repeats it.
    const sentence = `${describeFailure(record)} The files of before could not be put back: ${sentenceOf(error)} Repair the cause, and repeat ./innkeeper up of this release.`;
    // A return that was begun is completed by the next start, which systemd may repeat.
    return readUpgrade(home)?.phase === 'returning' ? new CommandError(sentence) : refuse(options, record.to, sentence);
  }
  return refusal;
}

/**
 * Completes the return from a failed upgrade that was interrupted, unless the database was used since. Throws a `CommandError` with the
 * reason if this version is the one that failed. Another version starts afterwards.
 */
export async function completeReturn(home: Home): Promise<void> {
  const record = readUpgrade(home);
  if (record?.phase !== 'returning') return;
  const isBack = await whileClaimed(home, () => putBack(home, record));
  if (isBack && record.to === currentRelease()) throw new CommandError(describeReturn(record), REFUSED_EXIT_CODE);
}

const describeFailure = ({ to, reason }: UpgradeRecord): string =>
  `The upgrade to ${to} failed: ${reason ?? 'no reason is known.'}`;

function describeReturn(record: UpgradeRecord): string {
  return `${describeFailure(record)} All files are as before the upgrade. Start ${nameOf(record.from)}.`;
}

async function describeManualReturn(options: UpgradeOptions, { migrations, from }: UpgradeRecord): Promise<string> {
  const { home, server, withoutCopy } = options;
  // Migrations are one transaction, which a failure rolls back.
  const applied = await readMigrations(options).catch(() => null);
  if (applied?.join() === migrations.join()) {
    await removeUpgrade(home);
    // The backup of this attempt is that of an unchanged database. An embedded database has none.
    const own = withoutCopy || server !== null ? null : await findNewestCopy(home);
    if (own !== null) await removeCopy(home, path.basename(own.path));
    return `Nothing was changed, and ${nameOf(from)} can start.`;
  }
  if (withoutCopy) return 'There is no copy to put back, because of --without-copy. Repair the cause, or restore the backup.';
  if (server !== null) return 'There is no copy to put back. Repair the cause, or restore a backup.';
  const newest = await findNewestCopy(home);
  return newest === null ? 'There is no copy. Repair the cause, or restore a backup.' : describeExternalReturn(newest.path);
}

/** Reads the applied migrations of a database whose server is stopped, if it is the embedded one. */
async function readMigrations({ server, url }: UpgradeOptions): Promise<string[]> {
  if (server === null) return withUrl(url, readApplied);
  try {
    return await withUrl(await server.start(), readApplied);
  } finally {
    await server.stop();
  }
}

const nameOf = (version: string | null): string => (version === null ? 'the release before' : `Innkeeper ${version}`);

/** Remembers the refusal, so that systemd does not repeat it, and returns the error for the person. */
async function refuse({ home, isUnattended }: UpgradeOptions, version: string, reason: string): Promise<CommandError> {
  // On a full disk the reason is more important than its record.
  await writeRefusal(home, { version, reason, at: new Date().toISOString() }).catch(() => {});
  return new CommandError(reason, isUnattended ? REFUSED_EXIT_CODE : 1);
}

/** Returns an error as a sentence. */
function sentenceOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Runs the backup schedule once. The run makes a backup if one is due, verifies the newest if that is due, prunes, and updates the alerts.
 * A failed step is recorded in the status and does not stop the later steps.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isCreateDue, isOverdue, isVerifyDue, lastVerified, withoutFuture } from '@innkeeper/model/backup/due';
import type { BackupRecord } from '@innkeeper/model/backup/record';
import { type RetentionReason, selectRetained } from '@innkeeper/model/backup/retention';
import type { Section } from '@innkeeper/model/configuration/keys';
import { hours, minutes } from '@innkeeper/model/time/clock';
import type { Home } from '../installation/home.ts';
import { withWorkDirectory } from './paths.ts';
import { isOnSameDisk } from './same-disk.ts';
import { type BackupStatus, readValidStatus, writeBackupStatus } from './status.ts';
import { type BackupStore, discardAbandoned, listBackups, putRecord, removeBackup, type StoredBackup } from './store.ts';

/** Operations of a run on the installation. */
export interface BackupOperations {
  /** Makes a backup in a directory. Returns its file and record. */
  create(directory: string): Promise<{ path: string; record: BackupRecord }>;
  /** Restores a backup file into a temporary server and audits it. Throws if anything in it is wrong. */
  verify(file: string): Promise<void>;
  /** Opens or closes the alerts. Called once, at the end of a run. */
  alert(state: { overdue: boolean; onSameDisk: boolean; status: BackupStatus }): Promise<void>;
}

export interface BackupRun {
  home: Pick<Home, 'backup' | 'database'>;
  store: BackupStore;
  values: Section<'backup'>;
  acts: BackupOperations;
  /** False for an external database, whose disk is unknown. */
  hasOwnDatabase: boolean;
  now(): Date;
  /** Returns a number from 0 to 1. */
  random(): number;
  /** Resolves when a step has had its time, after 4 hours by default. Called as each step begins; the signal aborts when it ends. */
  waitForTimeout?(signal: AbortSignal): Promise<unknown>;
}

/** Delay before the next run if the listing or a due backup failed, or if a run could not start. A shorter interval takes precedence. */
const RETRY_MS = minutes(15);
/** A store or a database that never answers must not end the schedule or suppress its alert. */
const STEP_TIMEOUT_MS = hours(4);
/** Maximum random delay of a run, as a fraction of the interval, so that many installations do not access a store at the same time. */
const RANDOM_PART = 0.1;

/**
 * Performs the due steps and returns the status that it wrote. A step that timed out may still be running, so the caller must exit its
 * process.
 */
export async function runBackups(run: BackupRun): Promise<BackupStatus> {
  const { home, store, values, now, waitForTimeout } = run;
  const before = await readValidStatus(home);
  const problems: string[] = [];
  const attempt = async <T>(name: string, act: () => Promise<T>): Promise<T | null> => {
    try {
      return await withTimeout(name, act(), waitForTimeout);
    } catch (error) {
      problems.push(messageOf(error));
      return null;
    }
  };
  // Newest first, or `null` if the store does not answer. The status then keeps its previous times.
  let records = await attempt('The listing of backups', async () => withoutFuture(recordsOf(await listBackups(store)), now()));
  // After a setup both are due. The store may hold backups of an earlier host, which the present keys cannot decrypt.
  const isFirst = { create: before?.created_at === null, verify: before?.verified_at === null };
  if (records !== null && (isFirst.create || isCreateDue(records, values['backup.interval'], now()))) {
    const made = await attempt('The backup', () => createInStore(run));
    if (made) records = [made, ...records];
    isFirst.create &&= made === null;
  }
  // A verification costs much more than a backup, so a failed one is retried only at the next scheduled run.
  const isRetried = problems.length > 0;
  const [newest, ...older] = records ?? [];
  if (newest && !isFirst.create && (isFirst.verify || isVerifyDue(lastVerified(records ?? []), now()))) {
    const verified = await attempt('The proof of a backup', () => verifyInStore(run, newest));
    if (verified) records = [verified, ...older];
    isFirst.verify &&= verified === null;
  }
  if (records !== null) await attempt('The removal of backups', () => pruneBackups(run));
  const status: BackupStatus = {
    target: store.location,
    set_up_at: before?.set_up_at ?? now().toISOString(),
    next_run_at: nextRunAt(run, isRetried).toISOString(),
    created_at: records && !isFirst.create ? (records[0]?.taken_at ?? null) : (before?.created_at ?? null),
    verified_at: records && !isFirst.verify ? (lastVerified(records)?.toISOString() ?? null) : (before?.verified_at ?? null),
    on_same_disk: run.hasOwnDatabase && store.directory !== null && (await isOnSameDisk(store.directory, home.database)),
    problems,
  };
  await attempt('The alert', () => run.acts.alert(toAlertState(status, now())));
  await writeBackupStatus(home, status);
  return status;
}

/** Records a run that could not start, for example because a configuration key is missing. `doctor` and the alert name the reason. */
export async function recordFailedStart(
  { home, now, alert }: Pick<BackupRun, 'home' | 'now'> & Pick<BackupOperations, 'alert'>,
  reason: unknown,
): Promise<void> {
  const before = await readValidStatus(home);
  // Backups were never set up.
  if (before === null) return;
  const next = new Date(now().getTime() + RETRY_MS);
  const status = { ...before, next_run_at: next.toISOString(), problems: [messageOf(reason)] };
  await writeBackupStatus(home, status);
  await withTimeout('The alert', alert(toAlertState(status, now())));
}

function toAlertState(status: BackupStatus, now: Date): Parameters<BackupOperations['alert']>[0] {
  const verifiedAt = status.verified_at === null ? null : new Date(status.verified_at);
  return { overdue: isOverdue(verifiedAt, new Date(status.set_up_at), now), onSameDisk: status.on_same_disk, status };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const waitForStepTimeout = (signal: AbortSignal): Promise<unknown> => sleep(STEP_TIMEOUT_MS, undefined, { signal });

async function withTimeout<T>(name: string, act: Promise<T>, waitForTimeout = waitForStepTimeout): Promise<T> {
  const controller = new AbortController();
  const giveUp = waitForTimeout(controller.signal).then(() => {
    throw new Error(`${name} did not end within ${STEP_TIMEOUT_MS / hours(1)} hours.`);
  });
  // Ignores the rejection: `finally` aborts the timer once the step has ended.
  giveUp.catch(() => {});
  try {
    return await Promise.race([act, giveUp]);
  } finally {
    controller.abort();
  }
}

function nextRunAt({ values, now, random }: BackupRun, isRetried: boolean): Date {
  const interval = values['backup.interval'];
  const pause = isRetried ? Math.min(interval, RETRY_MS) : interval;
  return new Date(now().getTime() + pause * (1 + RANDOM_PART * random()));
}

/** Makes a backup and stores it. */
export async function createInStore({ home, store, acts }: Pick<BackupRun, 'home' | 'store' | 'acts'>): Promise<BackupRecord> {
  return withWorkDirectory(home, async (directory) => {
    const { path: file, record } = await acts.create(directory);
    await store.files.put(record.name, { path: file, bytes: record.bytes, sha256: record.sha256 });
    await putRecord(store, record, directory);
    return record;
  });
}

/** Verifies a backup of the store and records the time in its record. */
export async function verifyInStore(
  { home, store, acts, now }: Pick<BackupRun, 'home' | 'store' | 'acts' | 'now'>,
  record: BackupRecord,
): Promise<BackupRecord> {
  return withWorkDirectory(home, async (directory) => {
    const file = path.join(directory, record.name);
    await store.files.get(record.name, { path: file, bytes: record.bytes, sha256: record.sha256 });
    await acts.verify(file);
    const verified = { ...record, verified_at: now().toISOString() };
    await putRecord(store, verified, directory);
    // Another run, or `backup prune`, may have removed the backup and its record during the verification.
    if ((await store.files.stat(record.name)) === null) {
      await removeBackup(store, record.name);
      throw new Error(`${record.name} was removed while it was proven.`);
    }
    return verified;
  });
}

/** Result of `pruneBackups`. With `dryRun`, the backups that would be removed and kept. */
export interface PruneResult {
  removed: StoredBackup[];
  kept: (StoredBackup & { reason: RetentionReason })[];
}

/** Removes the backups that no retention rule keeps, and what killed processes left. With `dryRun`, removes nothing. */
export async function pruneBackups({
  store,
  values,
  now,
  dryRun = false,
}: Pick<BackupRun, 'store' | 'values' | 'now'> & { dryRun?: boolean }): Promise<PruneResult> {
  const backups = await listBackups(store);
  const reasons = selectRetained(
    backups.map(({ name, takenAt, record }) => ({ name, takenAt, verifiedAt: verificationOf(record) })),
    {
      hourly: values['backup.kept_hourly'],
      daily: values['backup.kept_daily'],
      weekly: values['backup.kept_weekly'],
      monthly: values['backup.kept_monthly'],
    },
    now(),
  );
  const removed = backups.filter(({ name }) => !reasons.has(name));
  if (!dryRun) {
    for (const { name } of removed) await removeBackup(store, name);
    await discardAbandoned(store, now());
  }
  const kept = backups.flatMap((backup) => {
    const reason = reasons.get(backup.name);
    return reason === undefined ? [] : [{ ...backup, reason }];
  });
  return { removed, kept };
}

function verificationOf(record: BackupRecord | null): Date | null {
  return record === null || record.verified_at === null ? null : new Date(record.verified_at);
}

/** Returns the records of the backups that have one, in the given order. */
function recordsOf(backups: readonly StoredBackup[]): BackupRecord[] {
  return backups.flatMap(({ record }) => record ?? []);
}

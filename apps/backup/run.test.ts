/** A week of the schedule, with a controlled clock and fake backups in a real directory. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LocalStore } from '@innkeeper/engine/copies/local';
import { backupName, backupTime } from '@innkeeper/model/backup/names';
import type { Configuration } from '@innkeeper/model/configuration/keys';
import { resolveAll } from '@innkeeper/model/configuration/resolve';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkBackups } from './check.ts';
import { type BackupOperations, type BackupRun, recordFailedStart, runBackups } from './run.ts';
import { DAMAGED, readBackupStatus, writeBackupStatus } from './status.ts';
import { listBackups, removeBackup } from './store.ts';

const HOUR_MS = 3_600_000;

let root: string;
let now: Date;
let verified: string[];
let alerts: { overdue: boolean; onSameDisk: boolean }[];
let failing: Set<'create' | 'verify' | 'alert'>;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'innkeeper-schedule-'));
  await mkdir(path.join(root, 'home', 'backup'), { recursive: true });
  // Local time, like the hour of the verification.
  now = new Date('2026-11-24T10:20:00');
  verified = [];
  alerts = [];
  failing = new Set();
});
afterEach(() => rm(root, { recursive: true, force: true }));

const acts: BackupOperations = {
  async create(directory) {
    if (failing.has('create')) throw new Error('the database does not answer');
    const name = backupName(now);
    const file = path.join(directory, name);
    await writeFile(file, name);
    const sha256 = createHash('sha256').update(name).digest('hex');
    const facts = { release: '0.1.0', migration: 'm', taken_at: now.toISOString(), verified_at: null };
    return { path: file, record: { name, bytes: name.length, sha256, ...facts } };
  },
  async verify(file) {
    if (failing.has('verify')) throw new Error('3 rows are missing');
    verified.push(path.basename(file));
  },
  async alert({ overdue, onSameDisk }) {
    if (failing.has('alert')) throw new Error('the database does not answer');
    alerts.push({ overdue, onSameDisk });
  },
};

function given(): BackupRun {
  const directory = path.join(root, 'store');
  return {
    home: { backup: path.join(root, 'home', 'backup'), database: path.join(root, 'home', 'db') },
    store: { files: new LocalStore({ name: 'backup', directory }), directory, location: directory },
    values: defaults(),
    acts,
    hasOwnDatabase: true,
    now: () => now,
    random: () => 0.5,
  };
}

function defaults(): Configuration {
  const resolved = resolveAll(new Map());
  if (!resolved.ok) throw new Error(resolved.problems.join(' '));
  return resolved.values;
}

/** Advances the clock by some hours and runs the schedule once in each. */
async function pass(run: BackupRun, hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await runBackups(run);
    now = new Date(now.getTime() + HOUR_MS);
  }
}

test('in a week, makes a backup per hour, verifies one per day, and applies the retention rules', async () => {
  const run = given();
  await pass(run, 7 * 24);
  expect(verified.map((name) => backupTime(name)?.getHours())).toEqual([10, 3, 3, 3, 3, 3, 3, 3].slice(0, verified.length));
  expect(verified).toHaveLength(8);
  const left = await listBackups(run.store);
  expect(left.length).toBeGreaterThanOrEqual(24 + 6);
  expect(left.length).toBeLessThanOrEqual(24 + 9);
  expect(alerts.every(({ overdue, onSameDisk }) => !overdue && onSameDisk)).toBe(true);
  expect(await readdir(run.home.backup)).toEqual(['status.json']);
});

test('a second run within the hour makes no backup', async () => {
  const run = given();
  const { next_run_at } = await runBackups(run);
  expect(Date.parse(next_run_at)).toBe(now.getTime() + HOUR_MS * 1.05);
  now = new Date(now.getTime() + HOUR_MS / 2);
  await runBackups(run);
  expect(await listBackups(run.store)).toHaveLength(1);
});

test('a setup on a store used by another host makes and verifies a backup at once, despite first failures', async () => {
  const run = given();
  await runBackups(run);
  now = new Date(now.getTime() + HOUR_MS / 4);
  const at = now.toISOString();
  const facts = { target: run.store.location, set_up_at: at, next_run_at: at, on_same_disk: false, problems: [] };
  await writeBackupStatus(run.home, { ...facts, created_at: null, verified_at: null });
  const earlier = [...verified];
  failing.add('create');
  expect(await runBackups(run)).toMatchObject({ created_at: null, verified_at: null });
  expect(verified).toEqual(earlier);
  failing = new Set(['verify']);
  now = new Date(now.getTime() + HOUR_MS / 4);
  expect(await runBackups(run)).toMatchObject({ created_at: now.toISOString(), verified_at: null });
  failing.clear();
  const made = backupName(now);
  now = new Date(now.getTime() + HOUR_MS / 8);
  expect(await runBackups(run)).toMatchObject({ verified_at: now.toISOString() });
  expect(verified).toEqual([...earlier, made]);
});

test('after 26 hours without a verification the alert opens with a reason, and closes with the next one', async () => {
  const run = given();
  await pass(run, 1);
  failing.add('verify');
  await pass(run, 26);
  expect(alerts.at(-1)?.overdue).toBe(false);
  await pass(run, 1);
  expect(alerts.at(-1)?.overdue).toBe(true);
  expect(await checkBackups(run.home, now)).toMatchObject({ ok: false, why: expect.stringContaining('3 rows are missing') });
  failing.clear();
  await pass(run, 1);
  expect(alerts.at(-1)?.overdue).toBe(false);
});

test('never removes the last verified backup, however long verifications fail', async () => {
  const run = given();
  await pass(run, 1);
  const [proven] = verified;
  failing.add('verify');
  const { values } = run;
  await pass(
    {
      ...run,
      values: { ...values, 'backup.kept_hourly': 2, 'backup.kept_daily': 1, 'backup.kept_weekly': 0, 'backup.kept_monthly': 0 },
    },
    72,
  );
  const left = await listBackups(run.store);
  expect(left.map(({ name }) => name)).toContain(proven);
  expect(left.length).toBeLessThanOrEqual(4);
});

test('records failures and continues; a backup without a record does not count', async () => {
  const run = given();
  await pass(run, 1);
  failing = new Set(['create', 'alert']);
  await writeFile(path.join(root, 'store', backupName(new Date('2026-11-24T11:00:00'))), 'of a process that was killed');
  const status = await runBackups(run);
  expect(status.problems).toEqual(['the database does not answer', 'the database does not answer']);
  expect(await readBackupStatus(run.home)).toEqual(status);
  expect(Date.parse(status.next_run_at)).toBe(now.getTime() + (HOUR_MS / 4) * 1.05);
  expect(await checkBackups(run.home, now)).toMatchObject({ ok: 'warn' });
});

test('an unreachable store keeps what was known about it', async () => {
  const run = given();
  const status = await runBackups(run);
  now = new Date(now.getTime() + HOUR_MS);
  await rm(path.join(root, 'store'), { recursive: true });
  await writeFile(path.join(root, 'store'), 'no directory');
  const after = await runBackups(run);
  expect(after.verified_at).toBe(status.verified_at);
  expect(after.problems).toHaveLength(1);
});

test('aborts a task that never ends, and reports it in the alert and the status', async () => {
  const run = given();
  // The time of the latest step ends once its task hangs, however slow the machine is.
  let endTime = () => {};
  const waitForTimeout = () => new Promise<void>((resolve) => (endTime = resolve));
  const create = () => {
    endTime();
    return new Promise<never>(() => {});
  };
  const status = await runBackups({ ...run, acts: { ...acts, create }, waitForTimeout });
  expect(status.problems).toEqual(['The backup did not end within 4 hours.']);
  expect(alerts).toHaveLength(1);
  expect(await readBackupStatus(run.home)).toEqual(status);
});

test('a failed verification waits for the next run, as another would fail too', async () => {
  const run = given();
  failing.add('verify');
  const { next_run_at, problems } = await runBackups(run);
  expect(problems).toEqual(['3 rows are missing']);
  expect(Date.parse(next_run_at)).toBe(now.getTime() + HOUR_MS * 1.05);
});

test('records a run that could not start, and opens the alert after 26 hours', async () => {
  const run = given();
  const refuse = () => recordFailedStart({ ...run, alert: acts.alert }, new Error('backup.directory is not set'));
  await refuse();
  expect(await readBackupStatus(run.home)).toBeNull();
  const before = await runBackups(run);
  now = new Date(now.getTime() + 27 * HOUR_MS);
  await refuse();
  expect(alerts.at(-1)).toEqual({ overdue: true, onSameDisk: true });
  expect(await readBackupStatus(run.home)).toMatchObject({ verified_at: before.verified_at, next_run_at: expect.any(String) });
  expect(await checkBackups(run.home, now)).toMatchObject({ ok: false, why: expect.stringContaining('backup.directory') });
});

test('a backup that another run removes during its verification leaves no record', async () => {
  const run = given();
  const verify = async (file: string) => removeBackup(run.store, path.basename(file));
  const { problems, verified_at } = await runBackups({ ...run, acts: { ...acts, verify } });
  expect([problems, verified_at]).toEqual([[expect.stringContaining('was removed while it was proven')], null]);
  expect(await readdir(path.join(root, 'store'))).toEqual([]);
});

test('doctor reports a damaged status, and the next run rewrites it', async () => {
  const run = given();
  await runBackups(run);
  await writeFile(path.join(run.home.backup, 'status.json'), '{');
  expect(await readBackupStatus(run.home)).toBe(DAMAGED);
  expect(await checkBackups(run.home, now)).toMatchObject({ ok: 'warn', why: expect.stringContaining('damaged') });
  const status = await runBackups(run);
  expect(await readBackupStatus(run.home)).toEqual(status);
});

test('a backup dated in the future does not prevent others from being made and verified', async () => {
  const run = given();
  const right = now;
  now = new Date('2031-01-01T00:00:00Z');
  await runBackups(run);
  now = right;
  const status = await runBackups(run);
  expect(status).toMatchObject({ created_at: right.toISOString(), verified_at: right.toISOString() });
  expect(verified.at(-1)).toBe(backupName(right));
  expect(await listBackups(run.store)).toHaveLength(2);
});

test('removes what killed processes left in the store, a day after their backups', async () => {
  const { store } = given();
  await runBackups(given());
  const [backup] = await listBackups(store);
  const name = backup?.name ?? '';
  const left = [`.draft-${name}.0123abcd`, `.draft-${name}.json.0123abcd`, '.draft-of-others'];
  for (const file of left) await writeFile(path.join(root, 'store', file), 'half');
  const drafts = async () => (await readdir(path.join(root, 'store'))).filter((file) => file.startsWith('.draft-')).sort();
  now = new Date(now.getTime() + 23 * HOUR_MS);
  await runBackups(given());
  expect(await drafts()).toEqual([...left].sort());
  now = new Date(now.getTime() + 2 * HOUR_MS);
  await runBackups(given());
  expect(await drafts()).toEqual(['.draft-of-others']);
  expect((await listBackups(store)).find((one) => one.name === name)?.record).not.toBeNull();
});

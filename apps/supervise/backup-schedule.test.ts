/** The schedule with a test program as the run. The program records its start in a file. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BackupStatus, writeBackupStatus } from '../backup/status.ts';
import { type Home, homeAt } from '../installation/home.ts';
import { until } from '../testing/command.ts';
import { type ScheduleOptions, startBackupSchedule } from './backup-schedule.ts';

const DAY_MS = 86_400_000;
const STATUS: BackupStatus = {
  ...{ target: '/srv', set_up_at: '2026-11-24T10:20:00Z', next_run_at: '2026-11-24T10:20:00Z', created_at: null },
  ...{ verified_at: null, on_same_disk: false, problems: [] },
};

let home: Home;
let started: string;
let lines: string[];
let schedule: { stop(): Promise<void> };

beforeEach(() => {
  home = homeAt(mkdtempSync(path.join(tmpdir(), 'innkeeper-schedule-')));
  mkdirSync(home.backup);
  started = path.join(home.path, 'started');
  lines = [];
});
afterEach(async () => {
  await schedule.stop();
  rmSync(home.path, { recursive: true });
});

function start(command: ScheduleOptions['command'] = ['/bin/sh', '-c', `echo $$ >> ${started}`], retryMs = DAY_MS): void {
  schedule = startBackupSchedule(home, (line) => lines.push(line), { pollMs: 10, endMs: 100, retryMs, command });
}

const hasStarted = () => existsSync(started) && readFileSync(started, 'utf8') !== '';

test.each([
  ['is due', STATUS.next_run_at],
  ['was written while the clock was wrong', new Date(Date.now() + 300 * DAY_MS).toISOString()],
])('starts a run whose time %s', async (_which, next_run_at) => {
  await writeBackupStatus(home, { ...STATUS, next_run_at });
  start();
  await until('it started', hasStarted);
});

test('a damaged status starts a run, which rewrites it', async () => {
  writeFileSync(path.join(home.backup, 'status.json'), '{"target": "/srv"}');
  start();
  await until('it started', hasStarted);
});

test('a run that is due waits until it may start', async () => {
  let mayStart = false;
  const command = ['/bin/sh', '-c', `echo $$ >> ${started}`] as const;
  schedule = startBackupSchedule(home, () => {}, { pollMs: 10, endMs: 100, command, mayStart: () => mayStart });
  await writeBackupStatus(home, STATUS);
  await sleep(100);
  expect(hasStarted()).toBe(false);
  mayStart = true;
  await until('it started', hasStarted);
});

test('runs nothing before the setup, or before its time', async () => {
  start();
  await writeBackupStatus(home, { ...STATUS, next_run_at: new Date(Date.now() + DAY_MS / 2).toISOString() });
  await schedule.stop();
  expect(hasStarted()).toBe(false);
});

test('kills a run that ignores the signal when the schedule stops', async () => {
  await writeBackupStatus(home, STATUS);
  start(['/bin/sh', '-c', `trap '' TERM; echo $$ >> ${started}; while :; do sleep 0.01; done`]);
  await until('it started', hasStarted);
  await schedule.stop();
  const pid = Number(readFileSync(started, 'utf8'));
  await until('it ended', () => !existsSync(`/proc/${pid}`));
});

test('logs a run that cannot start, and retries it', async () => {
  await writeBackupStatus(home, STATUS);
  start([path.join(home.path, 'no-such-program')], 0);
  await until('it is logged twice', () => lines.filter((line) => line.includes('could not be started')).length > 1);
});

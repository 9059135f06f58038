import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Home, homeAt } from '../installation/home.ts';
import { processStart, type RunningInstallation, readRunning } from '../installation/running.ts';
import { openRestartRecord, type RestartRecord } from './restart-record.ts';

const RUNNING: RunningInstallation = {
  ...{ pid: process.pid, started: processStart(process.pid) ?? '', state: 'ready', url: 'http://127.0.0.1:7080' },
  ...{ engine: 'simulated', certificate: null, accelerator: null },
};

let home: Home;
let record: RestartRecord;
let errors: unknown[];
beforeEach(() => {
  home = homeAt(mkdtempSync(path.join(tmpdir(), 'innkeeper-restarts-')));
  errors = [];
  record = openRestartRecord(home, (error) => errors.push(error));
});
afterEach(() => rmSync(home.path, { recursive: true, force: true }));

const restarting = async () => (await readRunning(home))?.restarting;

it('names the processes that exited, until each is ready again', async () => {
  record.ready('api');
  await record.begin(RUNNING);
  expect(await restarting()).toEqual([]);
  record.exited('api');
  record.exited('worker');
  record.exited('api');
  await expect.poll(restarting).toEqual(['api', 'worker']);
  record.ready('api');
  await expect.poll(restarting).toEqual(['worker']);
  record.ready('worker');
  await expect.poll(restarting).toEqual([]);
  expect(await readRunning(home)).toMatchObject(RUNNING);
});

it('names a process that exited before everything was ready', async () => {
  record.exited('worker');
  await record.begin(RUNNING);
  expect(await restarting()).toEqual(['worker']);
});

it('writes nothing after its end, and reports a write that failed', async () => {
  await record.begin(RUNNING);
  await record.stop();
  const before = readFileSync(home.runningFile, 'utf8');
  record.exited('api');
  await record.stop();
  expect(readFileSync(home.runningFile, 'utf8')).toBe(before);
  const other = openRestartRecord(homeAt(path.join(home.path, 'missing')), (error) => errors.push(error));
  await expect(other.begin(RUNNING)).rejects.toThrow('ENOENT');
  expect(errors).toHaveLength(1);
});

it('writes a state that a full disk refused once it can, and reports that once', async () => {
  const full = homeAt(path.join(home.path, 'full'));
  const refused = openRestartRecord(full, (error) => errors.push(error));
  refused.exited('api');
  await expect(refused.begin(RUNNING)).rejects.toThrow('ENOENT');
  // Both writes fail, and nothing else is written until the directory exists.
  await expect(refused.begin(RUNNING)).rejects.toThrow('ENOENT');
  expect(errors).toHaveLength(1);
  mkdirSync(full.path);
  await expect.poll(async () => (await readRunning(full))?.restarting, { timeout: 20_000 }).toEqual(['api']);
  await refused.stop();
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cannotMount, mountSmallDisk } from '@innkeeper/lab/small-disk';
import { afterAll, expect, test } from 'vitest';
import { REFUSAL_FIELDS } from '../log.ts';
import { openLogFile } from './log-file.ts';
import { openLogFiles } from './log-files.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-log-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('rotates at the size limit and keeps a number of older files, also across processes', () => {
  const path = join(directory, 'api.log');
  const limits = { maxBytes: 20, maxOldFiles: 2 };
  const first = openLogFile(path, limits);
  for (const line of ['the oldest line\n', 'an older line\n', 'eleven byte\n']) first.write(line);
  first.close();
  const second = openLogFile(path, limits);
  second.write('second line\n');
  second.write('third\n');
  second.close();
  expect(readdirSync(directory).sort()).toEqual(['api.log', 'api.log.1', 'api.log.2']);
  expect(readFileSync(`${path}.2`, 'utf8')).toBe('an older line\n');
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('eleven byte\n');
  expect(readFileSync(path, 'utf8')).toBe('second line\nthird\n');
  for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
});

test('lines caused by unknown callers go to a separate file, which their content cannot change', () => {
  const files = openLogFiles(directory, 'edge');
  const line = (fields: object) => JSON.stringify({ level: 30, time: 1, name: 'edge', ...fields });
  const customers = line({ path: '/"file":"refusals"', msg: 'request' });
  files.write(customers);
  files.write(line({ ...REFUSAL_FIELDS, path: '/wp-admin' }));
  files.close();
  expect(readFileSync(join(directory, 'edge.log'), 'utf8')).toBe(`${customers}\n`);
  expect(readFileSync(join(directory, 'edge-refusals.log'), 'utf8')).toContain('/wp-admin');
});

test('a process without unknown callers has one file', () => {
  const files = openLogFiles(directory, 'quiet');
  files.write('{"name":"quiet"}');
  files.close();
  expect(readdirSync(directory).filter((name) => name.startsWith('quiet'))).toEqual(['quiet.log']);
});

test('a file that takes no bytes throws nothing', () => {
  const path = join(directory, 'full.log');
  symlinkSync('/dev/full', path);
  const file = openLogFile(path);
  file.write('lost\n');
  file.close();
});

test.skipIf(cannotMount)('a full disk drops whole lines, and their number is written when there is space', () => {
  const disk = mountSmallDisk(1);
  try {
    const file = openLogFile(join(disk.directory, 'api.log'), { maxBytes: 4096, maxOldFiles: 9 });
    file.write('first\n');
    disk.fill();
    for (let n = 0; n < 50; n += 1) file.write(`${'x'.repeat(199)}\n`);
    disk.free();
    file.write('last\n');
    file.close();
    const names = readdirSync(disk.directory).sort().reverse();
    const lines = names.flatMap((name) => readFileSync(join(disk.directory, name), 'utf8').trimEnd().split('\n'));
    const kept = lines.filter((line) => line === 'x'.repeat(199)).length;
    expect(kept).toBeLessThan(50);
    expect(lines.filter((line) => line !== 'x'.repeat(199))).toEqual(['first', expect.stringMatching(/dropped/), 'last']);
    expect(JSON.parse(lines.at(-2) ?? '')).toMatchObject({ dropped: 50 - kept });
  } finally {
    disk.close();
  }
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openLogFile } from './log-file.ts';

const directory = mkdtempSync(join(tmpdir(), 'innkeeper-log-'));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('keeps one older file and begins anew at its limit, whoever wrote before', () => {
  const path = join(directory, 'api.log');
  const first = openLogFile(path, 20);
  first.write('eleven byte\n');
  first.close();
  const second = openLogFile(path, 20);
  second.write('second line\n');
  second.write('third\n');
  second.close();
  expect(readdirSync(directory).sort()).toEqual(['api.log', 'api.log.1']);
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('eleven byte\n');
  expect(readFileSync(path, 'utf8')).toBe('second line\nthird\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

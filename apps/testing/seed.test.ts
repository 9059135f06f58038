import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSeed } from './seed.ts';

const root = mkdtempSync(path.join(tmpdir(), 'innkeeper-seed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('takes the variable, else the start of the tree of the commit, else 0', () => {
  expect(readSeed({ INNKEEPER_TEST_SEED: 'all' }, root)).toBe('all');
  expect(readSeed({}, root)).toBe('0');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
  // The tree of no files has the same hash everywhere.
  expect(readSeed({ INNKEEPER_TEST_SEED: '' }, root)).toBe('4b825dc6');
});

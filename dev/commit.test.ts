import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findCommit } from './commit.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'innkeeper-commit-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Runs git without the configuration of the person who tests. */
function git(...args: string[]): string {
  const env = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
  return execFileSync('git', [...author, ...args], { cwd: root, env, encoding: 'utf8' }).trim();
}

function commitFile(): string {
  git('init', '-q');
  writeFileSync(path.join(root, 'a'), '1');
  git('add', 'a');
  git('commit', '-qm', 'Add a');
  return git('rev-parse', 'HEAD');
}

test('names the commit of a clean checkout, and says that a changed one is dirty', () => {
  const commit = commitFile();
  writeFileSync(path.join(root, 'notes'), 'untracked');
  expect(findCommit(root, {})).toBe(commit);
  writeFileSync(path.join(root, 'a'), '2');
  expect(findCommit(root, {})).toBe(`${commit}.dirty`);
});

test('names no commit of a repository around the checkout, and none without git', () => {
  expect(findCommit(root, {})).toBe('');
  commitFile();
  const inner = path.join(root, 'innkeeper');
  mkdirSync(inner);
  expect(findCommit(inner, {})).toBe('');
});

test('a build without git gets its commit from the environment', () => {
  expect(findCommit(root, { INNKEEPER_COMMIT: 'c'.repeat(40) })).toBe('c'.repeat(40));
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { changedFiles, trackedFiles } from './changed-files.ts';

const root = mkdtempSync(path.join(tmpdir(), 'innkeeper-changed-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: root });
const write = (name: string, text: string) => writeFileSync(path.join(root, name), text);

it('lists files that differ from a commit: changed, staged, untracked, renamed and deleted', () => {
  git('init', '--quiet');
  for (const name of ['runs.ts', 'changed.ts', 'moved.ts', 'deleted.ts']) write(name, `const a = '${name}';\n`);
  write('.gitignore', 'ignored.ts\n');
  git('add', '.');
  git('commit', '--quiet', '--message', 'one');
  expect(changedFiles(root, 'HEAD')).toEqual([]);

  write('changed.ts', 'other');
  write('an ümlaut.ts', 'new');
  write('ignored.ts', 'new');
  write('staged.ts', 'new');
  git('add', 'staged.ts');
  rmSync(path.join(root, 'deleted.ts'));
  renameSync(path.join(root, 'moved.ts'), path.join(root, 'elsewhere.ts'));
  const changed = ['an ümlaut.ts', 'changed.ts', 'deleted.ts', 'elsewhere.ts', 'moved.ts', 'staged.ts'];
  expect(changedFiles(root, 'HEAD')).toEqual(changed);
  expect(trackedFiles(root)).toEqual(expect.arrayContaining(['runs.ts', 'elsewhere.ts', 'deleted.ts']));

  git('add', '.');
  git('commit', '--quiet', '--message', 'two');
  expect(changedFiles(root, 'HEAD')).toEqual([]);
  expect(changedFiles(root, 'HEAD~1')).toEqual(changed);
  expect(() => changedFiles(root, 'no-such-commit')).toThrow("bad revision 'no-such-commit'");
  expect(() => changedFiles(root, '--output=x')).toThrow("bad revision '--output=x'");
  expect(() => changedFiles(path.join(root, 'nowhere'), 'HEAD')).toThrow('git could not list the changed files');
});

/** A fresh clone prints help from its files. It installs and builds nothing, and needs neither npm nor Node. */
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '@innkeeper/apps/installation/home';
import { commandFor, type Innkeeper } from '@innkeeper/apps/testing/command';
import { afterAll, beforeAll, expect, test } from 'vitest';
import project from '../../package.json' with { type: 'json' };
import { HELP_FILES } from './help-files.ts';

let directory: string;
let innkeeper: Innkeeper;
beforeAll(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'innkeeper-clone-'));
  const [clone, programs] = ['clone', 'bin'].map((name) => path.join(directory, name)) as [string, string];
  for (const made of [programs, path.join(clone, 'cli'), path.join(clone, 'apps')]) mkdirSync(made, { recursive: true });
  for (const file of ['innkeeper', 'apps/requirements.sh', 'package.json', 'package-lock.json', ...Object.keys(HELP_FILES)])
    copyFileSync(path.join(projectRoot, file), path.join(clone, file));
  for (const missing of ['node', 'npm']) writeFileSync(path.join(programs, missing), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  const environment = { PATH: `${programs}:/usr/bin:/bin`, INNKEEPER_RUNTIME: '' };
  innkeeper = commandFor(path.join(directory, 'home'), environment, path.join(clone, 'innkeeper'));
});
afterAll(() => rmSync(directory, { recursive: true }));

test.each([
  [['--help'], 'cli/help.gen.txt'],
  [['-h'], 'cli/help.gen.txt'],
  [['up', '--help'], 'cli/help-up.gen.txt'],
  [['up', '-h'], 'cli/help-up.gen.txt'],
])('%j prints the same help as commander', async (args, file) => {
  const help = await HELP_FILES[file]?.();
  expect(help).toContain('Usage: innkeeper');
  expect(await innkeeper(...args)).toEqual({ code: 0, stdout: help, stderr: '' });
});

test.each(['--version', '-V'])('%s prints the version of package.json', async (flag) => {
  expect(await innkeeper(flag)).toEqual({ code: 0, stdout: `${project.version}\n`, stderr: '' });
});

test('no command at all is a usage error, with the help on stderr', async () => {
  expect(await innkeeper()).toEqual({ code: 2, stdout: '', stderr: await HELP_FILES['cli/help.gen.txt']?.() });
});

test('any other command needs packages, so the commands above needed none', async () => {
  expect(await innkeeper('status')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('npm and Node.js are needed') as string,
  });
  expect(readdirSync(path.join(directory, 'clone'))).not.toContain('node_modules');
});

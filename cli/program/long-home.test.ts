/** A home whose sockets would have too long a path is refused before anything is written. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restoreBackup } from '@innkeeper/apps/backup/restore';
import { homeAt, requireShortPath } from '@innkeeper/apps/installation/home';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configCommand } from '../config.ts';
import { upCommand } from '../up.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-long-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Returns a home whose path has this many bytes. */
const homeOf = (bytes: number) => path.join(directory, 'h'.repeat(bytes - directory.length - 1));

test.each([
  ['config set', (home: string) => configCommand().parseAsync(['set', 'brand.name', 'A', '--home', home], { from: 'user' })],
  ['up', (home: string) => upCommand().parseAsync(['--engine', 'simulated', '--home', home], { from: 'user' })],
  [
    'restore',
    (home: string) =>
      restoreBackup({
        ...{ path: path.join(directory, 'none'), identities: [], home: homeAt(home), databaseUrl: null },
        ...{ replace: false, now: new Date(0), report: () => {} },
        ...{
          authenticity: { keys: [], acceptsUnsigned: false, acceptsOtherKey: false, since: null },
          acceptsTime: async () => false,
        },
      }),
  ],
])('%s', async (_name, run) => {
  const home = homeOf(88);
  await expect(run(home)).rejects.toThrow('its path has 88 bytes, and at most 87 leave room for a socket');
  expect(existsSync(home)).toBe(false);
});

test('counts bytes, not letters, and accepts the longest path', () => {
  expect(() => requireShortPath(homeAt(homeOf(87)))).not.toThrow();
  expect(() => requireShortPath(homeAt(path.join('/', 'ü'.repeat(44))))).toThrow('has 89 bytes');
});

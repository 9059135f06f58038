import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { homeAt } from '../installation/home.ts';
import { allocatedBytes, refuseUncopyable } from './copy.ts';

function temporary(parent: string): string {
  const directory = mkdtempSync(path.join(parent, 'innkeeper-copy-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

test('a file that the running server deletes meanwhile has no bytes', async () => {
  expect(await allocatedBytes(path.join(temporary(os.tmpdir()), 'missing'))).toBe(0);
});

test('copies on another disk are refused, because a rename does not cross disks', async () => {
  const home = homeAt(temporary(os.tmpdir()));
  mkdirSync(home.database);
  symlinkSync(temporary('/dev/shm'), home.before);
  await expect(refuseUncopyable(home)).rejects.toThrow('is on another disk');
});

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeServerHome } from './server-home.ts';

test('removes the home of a killed run, and keeps directories of others', () => {
  const directory = mkdtempSync(join(tmpdir(), 'innkeeper-homes-'));
  try {
    // No process has this id: the kernel's highest is 4194304.
    for (const name of ['innkeeper-test-9999999-abc', `innkeeper-test-${process.ppid}-abc`, 'other'])
      mkdirSync(join(directory, name));
    const home = makeServerHome(directory);
    expect(readdirSync(directory).sort()).toEqual([basename(home), `innkeeper-test-${process.ppid}-abc`, 'other'].sort());
  } finally {
    rmSync(directory, { recursive: true });
  }
});

/** Working directories of backup commands, which hold the installation unencrypted. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SCRATCH_DATABASE, withWorkDirectory } from './paths.ts';

let backup: string;
beforeEach(() => {
  backup = mkdtempSync(path.join(tmpdir(), 'innkeeper-work-'));
});
afterEach(() => rmSync(backup, { recursive: true }));

const names = () => readdirSync(backup);

test('two commands can run at the same time, and leave nothing', async () => {
  await withWorkDirectory({ backup }, async (first) => {
    await withWorkDirectory({ backup }, async (second) =>
      expect(names().sort()).toEqual([first, second].map((one) => path.basename(one)).sort()),
    );
    expect(names()).toEqual([path.basename(first)]);
  });
  expect(names()).toEqual([]);
});

test('removes the directory of a dead process, even if another process has its pid by now', async () => {
  for (const left of [`work-${process.pid}-a1b2c3`, 'work-4194305-x', `work-${process.pid}-0123456789ab-x`]) {
    mkdirSync(path.join(backup, left));
    writeFileSync(path.join(backup, left, 'house'), 'in plain');
  }
  await withWorkDirectory({ backup }, async (own) => expect(names()).toEqual([path.basename(own)]));
});

test('waits for the database server of a dead process before it removes the directory', async () => {
  const data = path.join(backup, 'work-4194305-x', SCRATCH_DATABASE);
  mkdirSync(data, { recursive: true });
  const fd = openSync(data, 'r');
  const server = spawn('sleep', ['1'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  closeSync(fd);
  await withWorkDirectory({ backup }, async (own) => {
    expect(existsSync(`/proc/${server.pid}/fd/3`)).toBe(false);
    expect(names()).toEqual([path.basename(own)]);
  });
});

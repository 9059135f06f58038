import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { isAlive, recordOf } from '../../host/process.ts';
import { kill, waitForExit } from './process.ts';

it('distinguishes a process from a later one with the same pid', async () => {
  const child = spawn('sleep', ['60']);
  const record = await recordOf(child.pid ?? 0);
  if (record === null) throw new Error('it did not start');
  const earlier = [
    { ...record, startTime: '1' },
    { ...record, hostBoot: 'another' },
  ];
  for (const other of earlier) {
    expect(await isAlive(other)).toBe(false);
    await kill(other);
  }
  expect(await isAlive(record)).toBe(true);
  expect(await waitForExit(record, 50)).toBe(false);
  const ended = once(child, 'exit');
  await kill(record);
  expect(await isAlive(record)).toBe(false);
  await ended;
  expect(await recordOf(record.pid)).toBeNull();
});

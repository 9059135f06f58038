import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { endLeftovers, listMountsAndNamespaces, MARK_VARIABLE } from './leftovers.ts';

const start = (mark: string) =>
  spawn('sleep', ['60'], { detached: true, stdio: 'ignore', env: { ...process.env, [MARK_VARIABLE]: mark } });

it('kills and names only the detached processes of the run', async () => {
  const [mark, other] = [`a-${process.pid}`, `a-${process.pid}-b`];
  const [left, unmarked] = [start(mark), start(other)];
  const ended = once(left, 'exit');
  expect(await endLeftovers(mark, 0)).toEqual([{ pid: left.pid, command: 'sleep 60' }]);
  expect((await ended)[1]).toBe('SIGKILL');
  expect(unmarked.exitCode).toBeNull();
  expect(await endLeftovers(mark, 0)).toEqual([]);
  expect(await endLeftovers(other, 0)).toHaveLength(1);
});

it('waits for a process that ends by itself', async () => {
  const mark = `c-${process.pid}`;
  const child = start(mark);
  setTimeout(() => child.kill(), 300);
  expect(await endLeftovers(mark)).toEqual([]);
});

it('lists mount points', () => {
  expect(listMountsAndNamespaces()).toContain('mount /proc');
});

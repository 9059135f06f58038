import { duplexPair } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { joinStreams, untilFirstBytes } from './move-streams.ts';

const SILENCE_MS = 5_000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns both outer ends of a joined stream. */
function joined() {
  const [qemu, near] = duplexPair();
  const [far, node] = duplexPair();
  for (const one of [qemu, node]) one.resume();
  joinStreams(near, far, SILENCE_MS);
  return { qemu, node, ends: [near, far] };
}
/** Lets the streams carry what was written. */
const settle = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

it('closes both ends when no byte comes back in time', async () => {
  const { qemu, ends } = joined();
  qemu.write('a request');
  await settle();
  vi.advanceTimersByTime(SILENCE_MS - 1);
  expect(ends.map(({ destroyed }) => destroyed)).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect(ends.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

it('stays open while answers come, and while nobody asks', async () => {
  const { qemu, node, ends } = joined();
  for (let i = 0; i < 3; i += 1) {
    qemu.write('a request');
    await settle();
    vi.advanceTimersByTime(SILENCE_MS - 1);
    node.write('an answer');
    await settle();
  }
  vi.advanceTimersByTime(10 * SILENCE_MS);
  expect(ends.map(({ destroyed }) => destroyed)).toEqual([false, false]);
});

it('closes the other end when one breaks', async () => {
  const { qemu, node } = joined();
  node.destroy(new Error('broken'));
  node.on('error', () => undefined);
  await settle();
  await settle();
  expect(qemu.destroyed || qemu.readableEnded).toBe(true);
});

it('returns the first bytes to the stream', async () => {
  const [near, far] = duplexPair();
  far.write('hello');
  await untilFirstBytes(near, SILENCE_MS, new AbortController().signal);
  expect(near.read().toString()).toBe('hello');
  await expect(untilFirstBytes(near, SILENCE_MS, AbortSignal.abort(new Error('no longer wanted')))).rejects.toThrow(
    'no longer wanted',
  );
});

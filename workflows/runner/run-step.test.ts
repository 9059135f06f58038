import { expect, test } from 'vitest';
import { runAttempt, TimeIsUp } from './run-step.ts';

const limits = (outer = new AbortController()) => ({ limitMs: 60_000, graceMs: 20, outer: outer.signal });
const never = () => new Promise<never>(() => {});

test('returns the value or the error', async () => {
  expect(await runAttempt(async () => 7, limits())).toEqual({ ok: true, value: 7 });
  const error = new Error('no');
  expect(await runAttempt(() => Promise.reject(error), limits())).toEqual({ ok: false, error });
});

test('abandons an attempt that ignores its signal', async () => {
  const attempt = await runAttempt(never, { ...limits(), limitMs: 5 });
  expect(attempt).toMatchObject({ ok: false, error: expect.any(TimeIsUp) });
});

test('accepts a result within the grace period', async () => {
  const heeds = (signal: AbortSignal) =>
    new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('just in time')));
  expect(await runAttempt(heeds, { ...limits(), limitMs: 5 })).toEqual({ ok: true, value: 'just in time' });
});

test('passes on that the worker stops, before and during the attempt', async () => {
  const reasonSeen = (signal: AbortSignal) =>
    new Promise((resolve) => {
      if (signal.aborted) resolve(signal.reason);
      signal.addEventListener('abort', () => resolve(signal.reason));
    });
  const stopping = new AbortController();
  const during = runAttempt(reasonSeen, limits(stopping));
  stopping.abort('stop');
  expect(await during).toEqual({ ok: true, value: 'stop' });
  expect(await runAttempt(reasonSeen, limits(stopping))).toEqual({ ok: true, value: 'stop' });
});

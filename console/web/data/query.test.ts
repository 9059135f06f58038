import type { ServerSummary } from '@innkeeper/sdk/index';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { discardLater, markStale, queryClient } from './query.ts';
import { readSummary, summaryKey } from './servers.ts';

const DAY_MS = 86_400_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

it('keeps servers that no page shows, because their ids are still listed', () => {
  queryClient.setQueryData(summaryKey(1), { id: 1 } as ServerSummary);
  queryClient.setQueryData(['images'], []);
  vi.advanceTimersByTime(DAY_MS);
  expect(readSummary(1)).toEqual({ id: 1 });
  expect(queryClient.getQueryData(['images'])).toBeUndefined();
});

it('removes a server that has ended', () => {
  queryClient.setQueryData(summaryKey(1), { id: 1 } as ServerSummary);
  discardLater(summaryKey(1));
  vi.advanceTimersByTime(DAY_MS);
  expect(readSummary(1)).toBeUndefined();
});

/** Shows an entry whose requests get their replies by `reply`. */
function givenShown(id: number, staleTime: number | 'static' = Number.POSITIVE_INFINITY) {
  const waiting: ((value: string) => void)[] = [];
  const queryKey = ['server', id];
  const observer = new QueryObserver(queryClient, {
    queryKey,
    staleTime,
    queryFn: () => new Promise<string>((end) => waiting.push(end)),
  });
  observer.subscribe(() => undefined);
  const reply = async (value: string) => {
    waiting.shift()?.(value);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { reply, isWaiting: () => waiting.length > 0, read: () => queryClient.getQueryData(queryKey) };
}

it('repeats a first request during which an event arrived', async () => {
  const { reply, isWaiting, read } = givenShown(1);
  markStale(([, id]) => id === 1);
  await reply('of before the event');
  expect(read()).toBe('of before the event');
  await reply('of after the event');
  expect([read(), isWaiting()]).toEqual(['of after the event', false]);
});

it('does not repeat a request because of an event of something else', async () => {
  const { reply, isWaiting } = givenShown(1);
  markStale(([, id]) => id === 2);
  await reply('current');
  expect(isWaiting()).toBe(false);
});

it('cancels a later request that may be older than the event', async () => {
  const { reply, isWaiting, read } = givenShown(1);
  await reply('first');
  markStale(() => true);
  markStale(() => true);
  await reply('of before the second event');
  expect(read()).toBe('first');
  await reply('of after it');
  expect([read(), isWaiting()]).toEqual(['of after it', false]);
});

it('never replaces a secret that a person is copying', async () => {
  const { reply, isWaiting } = givenShown(1, 'static');
  await reply('secret');
  markStale(() => true);
  expect(isWaiting()).toBe(false);
});

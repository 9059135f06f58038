import type { ServerSummary } from '@innkeeper/sdk/index';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { discardLater, queryClient } from './query.ts';
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

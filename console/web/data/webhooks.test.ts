import type { EventDelivery } from '@innkeeper/sdk/index';
import { expect, it } from 'vitest';
import { refetchDelay } from './webhooks.ts';

const NOW = Date.parse('2027-01-01T12:00:00Z');
const delivery = (fields: Partial<EventDelivery>): EventDelivery => ({
  ...{ id: 'msg_1', event_type: 'test', event_id: null, status: 'pending', tries: 1, next_try_at: null },
  ...{ created_at: '2027-01-01T12:00:00Z', ended_at: null, ...fields },
});

it('polls deliveries when the next attempt is due, but at least every 10 seconds', () => {
  expect(refetchDelay([delivery({ status: 'failed' })], NOW)).toBe(false);
  expect(refetchDelay([delivery({ next_try_at: '2027-01-01T12:00:05Z' })], NOW)).toBe(5_000);
  expect(refetchDelay([delivery({ next_try_at: '2027-01-01T12:05:00Z' })], NOW)).toBe(10_000);
  expect(refetchDelay([delivery({ next_try_at: '2027-01-01T11:00:00Z' })], NOW)).toBe(2_000);
});

it('polls after 2 seconds during the first attempt, although the next attempt is later', () => {
  expect(refetchDelay([delivery({ tries: 0, next_try_at: '2027-01-01T12:05:00Z' })], NOW)).toBe(2_000);
});

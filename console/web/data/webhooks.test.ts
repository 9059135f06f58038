import type { EventDelivery } from '@innkeeper/sdk/index';
import { expect, it } from 'vitest';
import { rereadAfter } from './webhooks.ts';

const NOW = Date.parse('2027-01-01T12:00:00Z');
const delivery = (next_try_at: string | null): EventDelivery => ({
  ...{ id: 'msg_1', event_type: 'test', event_id: null, status: 'pending', tries: 0 },
  ...{ created_at: '2027-01-01T12:00:00Z', next_try_at, ended_at: null },
});

it('reads deliveries again when the next attempt is due, and at most every 2 seconds', () => {
  expect(rereadAfter([delivery(null)], NOW)).toBe(false);
  expect(rereadAfter([delivery('2027-01-01T12:05:00Z'), delivery('2027-01-01T12:00:30Z')], NOW)).toBe(30_000);
  expect(rereadAfter([delivery('2027-01-01T11:00:00Z')], NOW)).toBe(2_000);
});

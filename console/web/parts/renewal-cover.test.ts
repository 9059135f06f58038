import { expect, test } from 'vitest';
import { describeRenewalCover } from './renewal-cover.ts';

const NOW = Date.parse('2026-12-01T12:00:00Z');
const say = (covered_until: string | null, card_charged_at: string | null = null) =>
  describeRenewalCover({ covered_until, card_charged_at, shortfall: covered_until === null ? 0 : 154.05, currency: 'EUR' }, NOW);

test.each([
  [say(null), 'Covers the next 30 days'],
  [say('2026-12-28T12:00:00.000000Z'), 'Until 28 Dec, then €154.05 are missing'],
  [say('2026-11-28T12:00:00.000000Z'), 'Since 28 Nov, €154.05 are missing'],
  [say(null, '2026-12-28T12:00:00.000000Z'), 'Charged to the card on 28 Dec'],
  // The card expires before the second charge.
  [say('2026-12-28T12:00:00.000000Z', '2026-12-05T12:00:00.000000Z'), 'Until 28 Dec, then €154.05 are missing'],
])('%s', (said, expected) => {
  expect(said).toBe(expected);
});

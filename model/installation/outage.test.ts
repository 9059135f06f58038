import { expect, test } from 'vitest';
import { minutes } from '../time/clock.ts';
import { outageAt } from './outage.ts';

const since = new Date('2026-03-29T00:58:00Z');
const later = (ms: number) => new Date(since.getTime() + ms);

test.each([
  ['a minute', minutes(1)],
  ['no time at all', 0],
  ['five minutes', minutes(5)],
  ['a clock that was set back', -minutes(60)],
])('%s after the last heartbeat there is no outage', (_what, ms) => expect(outageAt(since, later(ms))).toBeNull());

test.each([minutes(5) + 1, minutes(60), minutes(7 * 24 * 60)])('%d ms after the last heartbeat there is an outage', (ms) => {
  expect(outageAt(since, later(ms))).toEqual({ since, until: later(ms) });
});

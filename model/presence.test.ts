import { expect, test } from 'vitest';
import { hours, minutes, seconds } from './clock.ts';
import { firstBeat, hasWaitedTooLong, isMissed, PROBATION_MS, presenceOf, returnDeadline } from './presence.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

test.each([
  [0, 'present'],
  [seconds(30) - 1, 'present'],
  [seconds(30), 'away'],
  [minutes(5) - 1, 'away'],
  [minutes(5), 'gone'],
] as const)('a worker that was seen %i ms ago is %s', (ms, presence) => {
  expect(presenceOf({ seenAt: ago(ms) }, NOW)).toBe(presence);
});

test('a node that never had a worker gets nothing, and nobody is alerted', () => {
  expect(presenceOf({ seenAt: null }, NOW)).toBe('gone');
  expect(isMissed({ seenAt: null, backBy: null }, NOW)).toBe(false);
});

test('a worker is missed within a minute, unless it said that it leaves and is not late', () => {
  expect(isMissed({ seenAt: ago(seconds(44)), backBy: null }, NOW)).toBe(false);
  expect(isMissed({ seenAt: ago(seconds(45)), backBy: null }, NOW)).toBe(true);
  const left = ago(minutes(5) - 1);
  expect(isMissed({ seenAt: left, backBy: returnDeadline(left) }, NOW)).toBe(false);
  expect(isMissed({ seenAt: ago(minutes(5)), backBy: returnDeadline(ago(minutes(5))) }, NOW)).toBe(true);
});

test('a worker that follows a crash waits before its first beat, so that one that crashes again and again is missed', () => {
  expect(firstBeat({ seenAt: null, backBy: null }, NOW)).toEqual(NOW);
  expect(firstBeat({ seenAt: ago(hours(9)), backBy: ago(hours(8)) }, NOW)).toEqual(NOW);
  expect(firstBeat({ seenAt: ago(seconds(3)), backBy: null }, NOW)).toEqual(new Date(NOW.getTime() + PROBATION_MS));
});

test('an order waits by the time since it was queued, and since its worker was seen', () => {
  const waited = (queuedMs: number, seenMs: number) =>
    hasWaitedTooLong({ queuedAt: ago(queuedMs), seenAt: ago(seenMs) }, NOW, hours(24));
  expect(waited(hours(24), hours(24))).toBe(true);
  expect(waited(hours(24) - 1, hours(30))).toBe(false);
  expect(waited(hours(30), hours(24) - 1)).toBe(false);
});

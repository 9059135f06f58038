import { expect, test } from 'vitest';
import { hours, minutes, seconds } from '../time/clock.ts';
import { firstBeat, hasWaitedTooLong, PROBATION_MS, presenceOf, returnDeadline, shouldAlert } from './presence.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

test.each([
  [0, 'present'],
  [seconds(30) - 1, 'present'],
  [seconds(30), 'away'],
  [minutes(5) - 1, 'away'],
  [minutes(5), 'gone'],
] as const)('a worker seen %i ms ago is %s', (ms, presence) => {
  expect(presenceOf({ seenAt: ago(ms) }, NOW)).toBe(presence);
});

test('a node that never had a worker gets no servers, and opens no alert', () => {
  expect(presenceOf({ seenAt: null }, NOW)).toBe('gone');
  expect(shouldAlert({ seenAt: null, backBy: null }, NOW)).toBe(false);
});

test('a worker is missed within a minute, or after its deadline if it announced its absence', () => {
  expect(shouldAlert({ seenAt: ago(seconds(44)), backBy: null }, NOW)).toBe(false);
  expect(shouldAlert({ seenAt: ago(seconds(45)), backBy: null }, NOW)).toBe(true);
  const left = ago(minutes(5) - 1);
  expect(shouldAlert({ seenAt: left, backBy: returnDeadline(left) }, NOW)).toBe(false);
  expect(shouldAlert({ seenAt: ago(minutes(5)), backBy: returnDeadline(ago(minutes(5))) }, NOW)).toBe(true);
});

test('a worker started after a crash delays its first heartbeat, so that a crash loop is noticed', () => {
  expect(firstBeat({ seenAt: null, backBy: null }, NOW)).toEqual(NOW);
  expect(firstBeat({ seenAt: ago(hours(9)), backBy: ago(hours(8)) }, NOW)).toEqual(NOW);
  expect(firstBeat({ seenAt: ago(seconds(3)), backBy: null }, NOW)).toEqual(new Date(NOW.getTime() + PROBATION_MS));
});

test("an order's wait counts from its queueing and from when its worker was last seen", () => {
  const waited = (queuedMs: number, seenMs: number) =>
    hasWaitedTooLong({ queuedAt: ago(queuedMs), seenAt: ago(seenMs) }, NOW, hours(24));
  expect(waited(hours(24), hours(24))).toBe(true);
  expect(waited(hours(24) - 1, hours(30))).toBe(false);
  expect(waited(hours(30), hours(24) - 1)).toBe(false);
});

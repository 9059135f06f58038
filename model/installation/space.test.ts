import { expect, test } from 'vitest';
import { decideSpace, type SpaceObservation, type SpaceState, spaceLimits } from './space.ts';

const MIB = 2 ** 20;
const seen = (freeMib: number, more: Partial<SpaceObservation> = {}): SpaceObservation => ({
  ...{ freeBytes: freeMib * MIB, totalBytes: 40_960 * MIB, ballastBytes: 256 * MIB, atMs: 0, databaseNeedsRoom: false },
  ...more,
});
const since = (state: SpaceState, shortSinceMs: number | null = null) => ({ state, shortSinceMs });

test.each<[SpaceState, number, number, SpaceState]>([
  ['ample', 20_000, 256, 'ample'],
  ['ample', 512, 256, 'ample'],
  ['ample', 511, 256, 'low'],
  ['ample', 0, 256, 'low'],
  ['low', 511, 256, 'low'],
  // 1 GiB counts together with the ballast, which takes its part of it.
  ['low', 767, 256, 'low'],
  ['low', 768, 256, 'ample'],
  ['full', 600, 0, 'full'],
  ['full', 1023, 0, 'full'],
  ['full', 1024, 0, 'ample'],
])('%s with %d MiB free and %d MiB of ballast becomes %s', (state, free, ballast, next) => {
  expect(decideSpace(since(state), seen(free, { ballastBytes: ballast * MIB })).state).toBe(next);
});

const LAST = 4 * MIB;
const WHOLE = 256 * MIB;

test('the ballast is deleted but for its last part once space was short for 10 s without interruption', () => {
  const first = decideSpace(since('ample'), seen(63, { atMs: 5_000 }));
  expect(first).toEqual({ state: 'low', ballastBytes: WHOLE, shortSinceMs: 5_000 });
  expect(decideSpace(first, seen(0, { atMs: 14_999 }))).toMatchObject({ state: 'low', ballastBytes: WHOLE });
  expect(decideSpace(first, seen(63, { atMs: 15_000 }))).toMatchObject({ state: 'full', ballastBytes: LAST });
  const interrupted = decideSpace(first, seen(64, { atMs: 14_000 }));
  expect(interrupted.shortSinceMs).toBeNull();
  expect(decideSpace(interrupted, seen(0, { atMs: 15_000 }))).toMatchObject({ state: 'low', ballastBytes: WHOLE });
});

test('PostgreSQL that needs room on a full disk gets the ballast at once, then its last part, and with enough space neither', () => {
  const needing = (state: SpaceState, free: number, ballastBytes: number) =>
    decideSpace(since(state), seen(free, { databaseNeedsRoom: true, ballastBytes }));
  expect(needing('low', 0, WHOLE)).toMatchObject({ state: 'full', ballastBytes: LAST });
  expect(needing('full', 0, LAST)).toMatchObject({ state: 'full', ballastBytes: 0 });
  expect(needing('low', 64, WHOLE)).toMatchObject({ state: 'low', ballastBytes: WHOLE });
  expect(needing('full', 64, LAST)).toMatchObject({ state: 'full', ballastBytes: LAST });
  expect(needing('ample', 9_000, WHOLE)).toMatchObject({ state: 'ample', ballastBytes: WHOLE });
});

test('a deletion that failed is repeated, and the space that it gave does not lead back', () => {
  expect(decideSpace(since('full'), seen(0)).ballastBytes).toBe(LAST);
  expect(decideSpace(since('full'), seen(256, { ballastBytes: LAST }))).toMatchObject({ state: 'full', ballastBytes: LAST });
});

test('the ballast grows in steps to its size, only with enough space', () => {
  const grown = (free: number, ballast: number) =>
    decideSpace(since('ample'), seen(free, { ballastBytes: ballast * MIB })).ballastBytes / MIB - ballast;
  expect(grown(2_000, 0)).toBe(8);
  expect(grown(800, 250)).toBe(6);
  expect(grown(2_000, 256)).toBe(0);
  expect(grown(2_000, 300)).toBe(0);
  expect(grown(1_023, 0)).toBe(0);
});

test('a start with little space and at most the last part of the ballast goes on as full, and any other start is judged by its space alone', () => {
  const started = (free: number, ballast: number) => decideSpace(null, seen(free, { ballastBytes: ballast * MIB })).state;
  expect(started(300, 0)).toBe('full');
  expect(started(300, 4)).toBe('full');
  expect(started(300, 256)).toBe('low');
  expect(started(600, 0)).toBe('ample');
});

test('the limits shrink with file systems below 4 GiB', () => {
  const inMib = (totalMib: number) => Object.values(spaceLimits(totalMib * MIB)).map((bytes) => bytes / MIB);
  expect(inMib(40_960)).toEqual([512, 64, 1_024, 256, 4, 768]);
  expect(inMib(4_096)).toEqual(inMib(40_960));
  expect(inMib(1_024)).toEqual([128, 16, 256, 64, 1, 192]);
  // A home on 1 GiB admits changes until it has 128 MiB left.
  expect(decideSpace(null, seen(128, { totalBytes: 1_024 * MIB, ballastBytes: 0 })).state).toBe('ample');
});

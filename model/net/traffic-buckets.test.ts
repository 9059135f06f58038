import { expect, test } from 'vitest';
import { days, hours } from '../time/clock.ts';
import { packTraffic, regroup, stepOf, type TrafficBucket, unpackTraffic } from './traffic-buckets.ts';

const HOUR = Date.UTC(2026, 0, 31, 10);
const bucket = (minute: number, packets: number): TrafficBucket => ({
  ...{ at: HOUR + minute * 60_000, stepMs: 60_000 },
  ...{ passedPackets: packets, passedBytes: packets * 100, droppedPackets: 1, droppedBytes: 64 },
});

test('a bucket packs into 18 bytes, and unpacks unchanged', () => {
  const buckets = [bucket(0, 5), bucket(59, 1_000_000)];
  const packed = packTraffic(buckets, HOUR);
  expect(packed).toHaveLength(36);
  expect(unpackTraffic(packed, HOUR, 60_000)).toEqual(buckets);
});

test('regroup sums duplicates too, and keeps longer buckets unchanged', () => {
  const hour = { ...bucket(0, 9), stepMs: hours(1), at: HOUR - hours(1) };
  const sums = regroup([bucket(7, 1), bucket(3, 1), bucket(4, 2), bucket(4, 3), hour], 300_000);
  expect(sums.map(({ at, stepMs, passedPackets, droppedBytes }) => [at - HOUR, stepMs, passedPackets, droppedBytes])).toEqual([
    [-hours(1), hours(1), 9, 64],
    [0, 300_000, 6, 192],
    [300_000, 300_000, 1, 64],
  ]);
});

test('a period is shown in minutes, 5 minutes or hours', () => {
  expect([hours(24), hours(24) + 1, days(7), days(90), days(90) + 1].map(stepOf)).toEqual([
    60_000,
    300_000,
    300_000,
    hours(1),
    null,
  ]);
});

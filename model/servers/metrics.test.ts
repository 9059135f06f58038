import { expect, test } from 'vitest';
import { addMetricSample, type Bucket, closedBucket, type MetricState, packBucket, unpackDay } from './metrics.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const counters = (cpuSeconds: number, net: bigint, disk = 0n) => ({
  ...{
    cpuSeconds,
    netInBytes: net,
    netOutBytes: 2n * net,
    diskReadBytes: disk,
    diskWrittenBytes: 2n * disk,
    diskBytes: 5n << 20n,
  },
});

/** Adds samples one after the other. Returns the closed buckets and all bytes that moved. */
function gatherAll(looks: readonly (readonly [time: string, counters: ReturnType<typeof counters> | null])[]) {
  let before: MetricState | undefined;
  let moved = 0n;
  const closed: Bucket[] = [];
  for (const [time, seen] of looks) {
    const step = addMetricSample(before, { at: at(time), counters: seen });
    const bucket = closedBucket(before, step.after, 2);
    if (bucket) closed.push(bucket);
    moved += step.moved.in;
    before = step.after;
  }
  return { closed, moved };
}

test('samples of 5 minutes become one bucket: CPU share over all vCPUs, and rates over the observed time', () => {
  const { closed, moved } = gatherAll([
    ['10:00:00', counters(100, 1_000n, 10n)],
    ['10:02:00', counters(160, 3_000n, 250n)],
    ['10:04:00', counters(220, 25_000n, 490n)],
    ['10:05:00', counters(240, 25_000n, 490n)],
  ]);
  expect(closed).toEqual([
    {
      at: at('10:00:00'),
      running: true,
      // 100 s before the first sample and 120 s since. CPU usage cannot exceed the available time.
      cpu: (220 / (240 * 2)) * 100,
      netIn: 25_000 / 240,
      netOut: 50_000 / 240,
      read: 490 / 240,
      written: 980 / 240,
      diskBytes: 5 << 20,
    },
  ]);
  expect(moved).toBe(25_000n);
});

test('counts every byte exactly once across a process end and a counter reset', () => {
  const { moved } = gatherAll([
    ['10:00:00', counters(1, 1_000n)],
    ['10:00:10', null],
    // The network card is the same.
    ['10:00:20', counters(1, 1_500n)],
    // The network card is new.
    ['10:00:30', counters(1, 200n)],
  ]);
  expect(moved).toBe(1_700n);
});

test('a server that was off the whole time has a bucket that says so; one without samples has none', () => {
  const { closed } = gatherAll([
    ['10:00:00', null],
    ['10:04:00', null],
    ['10:21:00', null],
    ['10:26:00', null],
  ]);
  expect(closed.map((bucket) => [bucket.at, bucket.running])).toEqual([
    [at('10:00:00'), false],
    [at('10:20:00'), false],
  ]);
});

test('unpacks a day as it was packed, oldest first, with the last value of a slot', () => {
  const bucket = (time: string, cpu: number): Bucket => ({
    ...{ at: at(time), running: true, cpu, netIn: 1_500, netOut: 0.5, read: 1e9, written: 0, diskBytes: 7 << 20 },
  });
  const packed = [bucket('23:55:00', 99.9), bucket('00:00:00', 1), bucket('23:55:00', 50)].map(packBucket);
  expect(unpackDay(at('00:00:00'), Buffer.concat(packed))).toEqual([bucket('00:00:00', 1), bucket('23:55:00', 50)]);
});

test('a bucket with a single sample is dropped', () => {
  const { closed } = gatherAll([
    ['10:00:00', counters(100, 1_000n)],
    ['10:06:00', counters(160, 2_000n)],
    ['10:11:00', counters(220, 3_000n)],
  ]);
  expect(closed.map((bucket) => bucket.at)).toEqual([at('10:05:00')]);
});

test('without the previous sample, continues traffic from the counted total and starts a bucket', () => {
  const counted = { net_in_bytes: 3_000n, net_out_bytes: 6_000n };
  const empty = { bucket_seconds: 0, bucket_cpu_seconds: 0, bucket_in_bytes: 0n, bucket_out_bytes: 0n };
  const disk = { bucket_read_bytes: 0n, bucket_written_bytes: 0n };
  const runs = addMetricSample(undefined, { at: at('10:00:00'), counters: counters(100, 5_000n, 10n) }, counted);
  expect(runs).toMatchObject({ moved: { in: 2_000n, out: 4_000n }, restarted: false });
  expect(runs.after).toEqual({
    ...{ sampled_at: at('10:00:00'), cpu_seconds: 100, net_in_bytes: 5_000n, net_out_bytes: 10_000n, disk_bytes: 5n << 20n },
    ...{ disk_read_bytes: 10n, disk_written_bytes: 20n, bucket_running: true, ...empty, ...disk },
  });
  const isOff = addMetricSample(undefined, { at: at('10:00:00'), counters: null }, counted);
  expect(isOff).toMatchObject({ moved: { in: 0n, out: 0n }, restarted: false });
  expect(isOff.after).toEqual({
    ...{ sampled_at: at('10:00:00'), cpu_seconds: 0, ...counted, disk_bytes: 0n, disk_read_bytes: 0n, disk_written_bytes: 0n },
    ...{ bucket_running: false, ...empty, ...disk },
  });
});

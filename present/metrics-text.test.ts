import { operationOf } from '@innkeeper/contract/operations';
import { serializerOf } from '@innkeeper/contract/serializer';
import { averageBuckets, BUCKET_MS, packBucket, unpackDay } from '@innkeeper/model/servers/metrics';
import { expect, test } from 'vitest';
import { metricsText } from './metrics-text.ts';
import { presentMetric } from './server-usage.ts';

const range = { from: Date.UTC(2026, 0, 1) / 1000, until: Date.UTC(2026, 1, 1) / 1000, step: 300 } as const;

/** A whole month with realistic values, newest day first. */
const month = Array.from({ length: 31 }, (_, i) => {
  const day = new Date(Date.UTC(2026, 0, 31 - i));
  const buckets = Array.from({ length: 288 }, (_, slot) =>
    packBucket({
      at: new Date(day.getTime() + slot * BUCKET_MS),
      running: slot % 7 > 0,
      cpu: (slot * 37) % 101,
      netIn: slot * 12_345.678,
      netOut: 0,
      read: 1e-7 * slot,
      written: 4e9 + slot,
      diskBytes: 3e11 + slot * 2 ** 20,
    }),
  );
  return { day, packed: Buffer.concat(buckets) };
});

test('the text equals the output of the contract serializer for the same buckets', async () => {
  const { schema } = operationOf('getServerMetrics').reply;
  if (!schema) throw new Error('it replies JSON');
  const buckets = month.flatMap(({ day, packed }) => unpackDay(day, packed).reverse());
  expect(buckets).toHaveLength(8928);
  expect(await metricsText({ range, days: month })).toBe(serializerOf(schema)({ data: buckets.map(presentMetric) }));
  expect(await metricsText({ range, days: [] })).toBe('{"data":[]}');
});

test('longer steps are averages in the format of the serializer, without buckets outside the range', async () => {
  const { schema } = operationOf('getServerMetrics').reply;
  if (!schema) throw new Error('it replies JSON');
  const [from, until] = [range.from + 86_400 + 7_200, range.until - 86_400 - 300];
  const buckets = month.flatMap(({ day, packed }) =>
    averageBuckets(
      unpackDay(day, packed).filter(({ at }) => at.getTime() >= from * 1000 && at.getTime() < until * 1000),
      7_200,
    ).reverse(),
  );
  expect(buckets).toHaveLength(11 + 27 * 12 + 12);
  expect(await metricsText({ range: { from, until, step: 7_200 }, days: month })).toBe(
    serializerOf(schema)({ data: buckets.map(presentMetric) }),
  );
});

test('yields to other tasks after each day', async () => {
  let turns = 0;
  let done = false;
  const count = (): void => {
    if (done) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await metricsText({ range, days: month });
  done = true;
  expect(turns).toBeGreaterThanOrEqual(31);
});

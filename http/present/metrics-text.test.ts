import { operationOf } from '@innkeeper/contract/operations';
import { serializerOf } from '@innkeeper/contract/serializer';
import { BUCKET_MS, packBucket, unpackDay } from '@innkeeper/model/metrics';
import { expect, test } from 'vitest';
import { metricsText } from './metrics-text.ts';
import { presentMetric } from './server-usage.ts';

/** A whole month, newest day first, of figures that look as they do in life. */
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

test('the text is what the serializer of the contract makes of the same buckets', async () => {
  const { schema } = operationOf('getServerMetrics').reply;
  if (!schema) throw new Error('it replies JSON');
  const buckets = month.flatMap(({ day, packed }) => unpackDay(day, packed).reverse());
  expect(buckets).toHaveLength(8928);
  expect(await metricsText(month)).toBe(serializerOf(schema)({ data: buckets.map(presentMetric) }));
  expect(await metricsText([])).toBe('{"data":[]}');
});

test('others have their turn after each day of it', async () => {
  let turns = 0;
  let done = false;
  const count = (): void => {
    if (done) return;
    turns += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await metricsText(month);
  done = true;
  expect(turns).toBeGreaterThanOrEqual(31);
});

import { expect, it } from 'vitest';
import { openMemoryBucket } from '../rate/buckets.ts';
import { networkOf } from './rate.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

it('a bucket counts each key apart, and one of another name anew', async () => {
  const [take, other] = [openMemoryBucket('a', 2), openMemoryBucket('b', 2)];
  expect(await take('x')).toEqual({ limit: 2, remaining: 1 });
  expect(await take('x')).toEqual({ limit: 2, remaining: 0 });
  expect(await take('x')).toEqual({ limit: 2, remaining: 0, retryAfter: 60 });
  expect(await take('y')).toEqual({ limit: 2, remaining: 1 });
  expect(await other('x')).toEqual({ limit: 2, remaining: 1 });
});

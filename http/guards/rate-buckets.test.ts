import { expect, it } from 'vitest';
import { openMemoryBucket } from './rate-buckets.ts';

it('each bucket counts each key separately', async () => {
  const [take, other] = [openMemoryBucket('a', 2), openMemoryBucket('b', 2)];
  expect(await take('x')).toEqual({ limit: 2, remaining: 1 });
  expect(await take('x')).toEqual({ limit: 2, remaining: 0 });
  expect(await take('x')).toEqual({ limit: 2, remaining: 0, retryAfter: 60 });
  expect(await take('y')).toEqual({ limit: 2, remaining: 1 });
  expect(await other('x')).toEqual({ limit: 2, remaining: 1 });
});

import { expect, it } from 'vitest';
import { spelled, together } from './load.ts';

it('spells an address in as many ways as are asked for, all of which mean the same', () => {
  for (const path of ['/v1/servers?per_page=50&page=3', '/v1/servers/12345']) {
    const ways = Array.from({ length: 16 }, (_, n) => spelled(path, n));
    expect(new Set(ways).size).toBe(16);
    expect(new Set(ways.map(decodeURIComponent))).toEqual(new Set([path]));
  }
});

it('takes the percentiles of several rounds of all their requests', () => {
  const rounds = [
    { times: [1, 1, 1], tookMs: 10 },
    { times: [9], tookMs: 10 },
  ];
  expect(together(rounds)).toEqual({ perSecond: 200, p50: 1, p99: 9, count: 4 });
});

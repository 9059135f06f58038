import { expect, it } from 'vitest';
import { combineRounds, percentEncodeVariant } from './load.ts';

it('encodes a URL in the given number of equivalent ways', () => {
  for (const path of ['/v1/servers?per_page=50&page=3', '/v1/servers/12345']) {
    const ways = Array.from({ length: 16 }, (_, n) => percentEncodeVariant(path, n));
    expect(new Set(ways).size).toBe(16);
    expect(new Set(ways.map(decodeURIComponent))).toEqual(new Set([path]));
  }
});

it('computes percentiles over all requests of several rounds', () => {
  const rounds = [
    { times: [1, 1, 1], tookMs: 10 },
    { times: [9], tookMs: 10 },
  ];
  expect(combineRounds(rounds)).toEqual({ perSecond: 200, p50: 1, p99: 9, count: 4 });
});

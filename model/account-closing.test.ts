import { expect, test } from 'vitest';
import { refusing, sentenceOf } from './account-closing.ts';

test('what stands in the way is named with how much there is of it', () => {
  expect(
    sentenceOf([
      { code: 'services', count: 2 },
      { code: 'ip_addresses', count: 1 },
    ]),
  ).toBe('This account cannot be closed while it has 2 services that are not terminated, 1 IP address. Settle these first.');
});

test('what ends by itself keeps nobody from asking', () => {
  const services = { code: 'services', count: 2 } as const;
  expect(refusing([services, { code: 'affiliate_earnings', count: 700 }])).toEqual([services]);
});

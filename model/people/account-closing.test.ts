import { expect, test } from 'vitest';
import { explainObstacles, listBlockingObstacles } from './account-closing.ts';

test('lists each obstacle with its count', () => {
  expect(
    explainObstacles([
      { code: 'services', count: 2 },
      { code: 'ip_addresses', count: 1 },
    ]),
  ).toBe('This account cannot be closed while it has 2 services that are not terminated, 1 IP address. Settle these first.');
});

test('an obstacle that resolves itself does not refuse the request', () => {
  const services = { code: 'services', count: 2 } as const;
  expect(listBlockingObstacles([services, { code: 'affiliate_earnings', count: 700 }])).toEqual([services]);
});

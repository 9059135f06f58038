import { expect, test } from 'vitest';
import { parseResolvers } from './host-addresses.ts';

test('reads resolvers in networks, and skips local stubs', () => {
  const text =
    '# made by hand\nsearch example.org\nnameserver 127.0.0.53\nnameserver 192.0.2.53\nnameserver\t2001:db8::53\nnameserver fe80::1%eth0\n';
  expect(parseResolvers(text)).toEqual(['192.0.2.53', '2001:db8::53']);
});

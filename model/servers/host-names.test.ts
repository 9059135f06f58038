import { expect, test } from 'vitest';
import { hostNames } from './host-names.ts';

test('a name with dots is the FQDN, and its first part the short name', () => {
  expect(hostNames('web2.example.com')).toEqual({
    short: 'web2',
    fqdn: 'web2.example.com',
    hosts: 'web2.example.com web2',
  });
});

test('a name without dots is both, and is listed once', () => {
  expect(hostNames('web1')).toEqual({ short: 'web1', fqdn: 'web1', hosts: 'web1' });
});

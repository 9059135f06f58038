import { expect, it, test } from 'vitest';
import { resolvePtrRequest } from './ptr.ts';

const four = { address: '192.0.2.10', prefix: 24, version: 4 };
const six = { address: '2001:db8:0:7::1', prefix: 64, version: 6 };
const has = [{ address: '2001:db8:0:7::1' }, { address: '2001:db8:0:7::2' }];

test('an IPv4 address has at most one name', () => {
  expect(resolvePtrRequest(four, 'a.example', [])).toEqual(new Map([['192.0.2.10', 'a.example']]));
  expect(resolvePtrRequest(four, null, [])).toEqual(new Map([['192.0.2.10', null]]));
  expect(resolvePtrRequest(four, { '192.0.2.10': 'a.example' }, [])).toEqual(new Map([['192.0.2.10', 'a.example']]));
});

test('an IPv6 network accepts names for its addresses in any notation, and null removes all', () => {
  expect(resolvePtrRequest(six, { '2001:DB8:0:7:0:0:0:2': 'b.example', '2001:db8:0:7:ffff::': null }, has)).toEqual(
    new Map([
      ['2001:db8:0:7::2', 'b.example'],
      ['2001:db8:0:7:ffff::', null],
    ]),
  );
  expect(resolvePtrRequest(six, null, has)).toEqual(new Map(has.map(({ address }) => [address, null])));
});

it.each([
  [six, 'a.example', 'ptr'],
  [six, { '2001:db8:0:8::1': 'a.example' }, 'ptr.2001:db8:0:8::1'],
  [six, { '192.0.2.10': 'a.example' }, 'ptr.192.0.2.10'],
  [six, { 'fe80::1%eth0': 'a.example' }, 'ptr.fe80::1%eth0'],
  [six, { '2001:db8:0:7::1': 'a.example', '2001:db8:0:7:0::1': 'b.example' }, 'ptr.2001:db8:0:7:0::1'],
  [four, { '192.0.2.11': 'a.example' }, 'ptr.192.0.2.11'],
  [four, { '2001:db8:0:7::1': 'a.example' }, 'ptr.2001:db8:0:7::1'],
])('refuses %j and %j at the right field', (of, ptr, field) => {
  let refused: unknown;
  try {
    resolvePtrRequest(of, ptr, []);
  } catch (error) {
    refused = error;
  }
  expect(refused).toMatchObject({ code: 'validation', details: { errors: { [field]: [expect.any(String)] } } });
});

import { describe, expect, it } from 'vitest';
import { listNames, ptrOf } from './name-changes.ts';

const four = { ip_address: '203.0.113.10', version: 4, ptr: [{ address: '203.0.113.10', name: 'old.example.com' }] } as const;
const nameless = { ...four, ptr: [] };
const six = {
  ip_address: '2001:db8::',
  version: 6,
  ptr: [
    { address: '2001:db8::1', name: 'one.example.com' },
    { address: '2001:db8::2', name: 'two.example.com' },
  ],
} as const;
const of = <Address extends typeof four | typeof nameless | typeof six>(address: Address) => ({
  ...address,
  ptr: [...address.ptr],
});

describe('listNames', () => {
  it('has a row for an IPv4 address without a name', () => {
    expect(listNames(of(nameless), {})).toEqual([{ address: '203.0.113.10', name: '' }]);
  });

  it('shows a typed name instead of the name that it replaces', () => {
    expect(listNames(of(six), { '2001:db8::1': 'new.example.com', '2001:db8::3': '' })).toEqual([
      { address: '2001:db8::1', name: 'new.example.com' },
      { address: '2001:db8::2', name: 'two.example.com' },
      { address: '2001:db8::3', name: '' },
    ]);
  });
});

describe('ptrOf', () => {
  it.each([
    ['the same name', four, { '203.0.113.10': ' old.example.com ' }, undefined],
    ['another name', four, { '203.0.113.10': 'new.example.com' }, 'new.example.com'],
    ['no name', four, { '203.0.113.10': '' }, null],
    ['still no name', nameless, { '203.0.113.10': ' ' }, undefined],
    [
      'the changed addresses of a network',
      six,
      { '2001:db8::1': 'one.example.com', '2001:db8::2': '', '2001:db8::3': 'three.example.com', '2001:db8::4': '' },
      { '2001:db8::2': null, '2001:db8::3': 'three.example.com' },
    ],
  ] as const)('returns the change for %s', (_case, address, typed, expected) => {
    expect(ptrOf(of(address), typed)).toEqual(expected);
  });
});

import { describe, expect, it, test } from 'vitest';
import { findExcessPower, findGainedPower, isFrom, parseNetworks, type TokenPowers } from './token-powers.ts';

const ALL: TokenPowers = { abilities: ['write'], expiresAt: null, networks: [], servers: [], monthlyCap: null };
const at = (day: number) => new Date(Date.UTC(2027, 0, day));

describe('no token can grant more than it has', () => {
  const cases: [string, Partial<TokenPowers>, Partial<TokenPowers>, string | undefined][] = [
    ['everything', {}, {}, undefined],
    ['a reader writes', { abilities: ['read'] }, { abilities: ['read', 'write'] }, 'abilities'],
    ['a reader reads', { abilities: ['read'] }, { abilities: ['read'] }, undefined],
    ['a writer decides', {}, { abilities: ['write', 'account'] }, 'abilities'],
    ['a reader decides', { abilities: ['read'] }, { abilities: ['read', 'account'] }, 'abilities'],
    ['who decides does not write', { abilities: ['read', 'account'] }, { abilities: ['write', 'account'] }, 'abilities'],
    ['who decides gives that', { abilities: ['write', 'account'] }, { abilities: ['read', 'account'] }, undefined],
    ['who decides gives less', { abilities: ['write', 'account'] }, {}, undefined],
    ['for good', { expiresAt: at(5) }, {}, 'expires_at'],
    ['longer', { expiresAt: at(5) }, { expiresAt: at(6) }, 'expires_at'],
    ['as long', { expiresAt: at(5) }, { expiresAt: at(5) }, undefined],
    ['from everywhere', { networks: ['192.0.2.0/24'] }, {}, 'allowed_networks'],
    ['from elsewhere', { networks: ['192.0.2.0/24'] }, { networks: ['192.0.2.0/25', '192.0.3.1/32'] }, 'allowed_networks'],
    ['from a part', { networks: ['192.0.2.0/24', '2001:db8::/32'] }, { networks: ['2001:db8::1/128'] }, undefined],
    ['everything of the account', { servers: [1, 2] }, {}, 'server_ids'],
    ['another server', { servers: [1, 2] }, { servers: [2, 3] }, 'server_ids'],
    ['one server', { servers: [1, 2] }, { servers: [2] }, undefined],
    ['spends', { monthlyCap: 500n }, { monthlyCap: 500n }, 'monthly_cap'],
    ['spends without a cap', { monthlyCap: 500n }, {}, 'monthly_cap'],
    ['spends nothing', { monthlyCap: 500n }, { monthlyCap: 0n }, undefined],
    ['cannot spend', { monthlyCap: 500n }, { abilities: ['read'] }, undefined],
  ];
  it.each(cases)('%s', (_name, maker, powers, power) => {
    expect(findExcessPower({ ...ALL, ...maker }, { ...ALL, ...powers })).toBe(power);
  });

  it('a token cannot gain more by a change of itself, but can keep its cap', () => {
    const capped = { ...ALL, monthlyCap: 500n };
    expect(findGainedPower(capped, capped)).toBeUndefined();
    expect(findGainedPower({ ...capped, servers: [1] }, capped)).toBe('server_ids');
  });
});

test('a client must be in one of the networks, if any are given', () => {
  const networks = parseNetworks(['192.0.2.0/24', '2001:db8::/32']);
  for (const address of ['192.0.2.7', '2001:db8::7']) expect(isFrom(networks, address)).toBe(true);
  for (const address of ['192.0.3.7', '2001:db9::7', 'unknown', '']) expect(isFrom(networks, address)).toBe(false);
  expect(isFrom([], '192.0.3.7')).toBe(true);
});

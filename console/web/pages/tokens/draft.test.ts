import type { Token } from '@innkeeper/sdk/index';
import { expect, it } from 'vitest';
import { capOf, draftOf, expiryOf, NEW_TOKEN, toCreate, toUpdate } from './draft.ts';

const token: Token = {
  ...{ id: 7, name: 'deploy', hint: 'ik_7Hq2', abilities: ['read'], allowed_networks: ['203.0.113.0/24'], server_ids: [12] },
  ...{ monthly_cap: 20, created_at: '2027-01-01T00:00:00Z', expires_at: null, last_used_at: null, last_used_from: null },
  previous_secret_until: null,
};
const NOW = Date.parse('2027-01-01T12:00:00Z');

it('sends only the limits that the form has', () => {
  expect(toCreate({ ...NEW_TOKEN, name: ' deploy ', expiry: 'never' }, NOW)).toEqual({ name: 'deploy', abilities: ['read'] });
  expect(
    toCreate(
      { ...NEW_TOKEN, name: 'deploy', servers: [12], networks: '203.0.113.7\n 2001:db8::/32,', cap: '20,5', expiry: '30' },
      NOW,
    ),
  ).toEqual({
    ...{ name: 'deploy', abilities: ['read'], server_ids: [12], allowed_networks: ['203.0.113.7', '2001:db8::/32'] },
    ...{ monthly_cap: 20.5, expires_at: '2027-01-31T12:00:00.000Z' },
  });
});

it('reads an amount, and rejects other text', () => {
  expect([capOf(''), capOf('20'), capOf(' 20.50 '), capOf('20 euros'), capOf('1e3'), capOf('-5')]).toEqual([
    ...[undefined, 20, 20.5, Number.NaN, Number.NaN, Number.NaN],
  ]);
});

it('expires a token at the end of its last day', () => {
  const end = expiryOf({ expiry: 'date', day: '2027-03-01' }, NOW) ?? '';
  expect(new Date(end).getTime()).toBe(new Date(2027, 2, 1, 23, 59, 59).getTime());
  expect(expiryOf({ expiry: 'date', day: '' }, NOW)).toBeUndefined();
});

it('sends only changed fields', () => {
  const draft = draftOf(token);
  expect(toUpdate(draft, token)).toEqual({});
  expect(toUpdate({ ...draft, servers: undefined, networks: '' }, token)).toEqual({ server_ids: [], allowed_networks: [] });
  expect(toUpdate({ ...draft, name: 'other', abilities: ['read', 'write'] }, token)).toEqual({
    ...{ name: 'other', abilities: ['read', 'write'] },
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';
import { givenIpv6Address } from '../../given-addresses.ts';
import { givenCountryData } from '../../given-geo.ts';

let lab: Lab;
let me: GivenAccount;
let server: number;
let id: number;
beforeAll(async () => {
  lab = await openLab({ trustProxy: ['127.0.0.1'] });
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
  server = await givenServer(lab.db, { accountId: me.accountId, hostname: 'web-1' });
  ({ id } = await lab.db
    .selectFrom('ip_addresses')
    .select('id')
    .where('server_id', '=', server)
    .where('version', '=', 4)
    .executeTakeFirstOrThrow());
});

const changes = async () =>
  (await lab.db.selectFrom('ip_protection_changes').select('ip_address_id').execute()).map((one) => one.ip_address_id);

describe.each([
  ['getWhitelist', 'setWhitelist', 'updateWhitelist', 'deleteWhitelist'],
  ['getBlacklist', 'setBlacklist', 'updateBlacklist', 'deleteBlacklist'],
] as const)(
  'getWhitelist, setWhitelist, updateWhitelist, deleteWhitelist; getBlacklist, setBlacklist, updateBlacklist, deleteBlacklist: %s',
  (get, set, update, remove) => {
    const params = () => ({ params: { id } });
    const setTo = (networks: string[]) => lab.call(set, { ...params(), body: { networks } }, me);
    const change = (body: object) => lab.call(update, { ...params(), body }, me);

    test('sets, changes, disables and deletes a list, and notifies the worker each time', async () => {
      expect((await lab.call(get, params(), me)).body).toEqual({ active: false, networks: [] });
      const first = await setTo(['203.0.113.9', '10.9.8.7/8', '9.0.0.0/8', '10.0.0.0/8', '10.1.0.0/16', '203.0.113.9/32']);
      expect(first).toMatchObject({
        status: 200,
        body: { active: true, networks: ['9.0.0.0/8', '10.0.0.0/8', '10.1.0.0/16', '203.0.113.9/32'] },
      });
      expect(await changes()).toContain(id);
      const changed = await change({ add: ['1.2.3.4', '0.0.0.0/0'], remove: ['10.255.0.0/8', '7.7.7.7'], active: false });
      expect(changed.body).toEqual({
        active: false,
        networks: ['0.0.0.0/0', '1.2.3.4/32', '9.0.0.0/8', '10.1.0.0/16', '203.0.113.9/32'],
      });
      expect((await lab.call(get, params(), me)).body).toEqual(changed.body);
      expect((await lab.call(remove, params(), me)).status).toBe(204);
      expect((await lab.call(get, params(), me)).body).toEqual({ active: false, networks: [] });
      expect((await change({ active: true })).body).toEqual({ active: true, networks: [] });
    });

    test('returns 422 at the wrong field for networks of the other family, invalid text, and more than 1000 entries', async () => {
      expect((await setTo(['1.2.3.4', '2001:db8::/32'])).body.errors).toEqual({
        'networks.1': ['Must be IPv4, like the address.'],
      });
      expect((await setTo(['1.2.3.4', '1.2.3.4/33'])).body.errors).toEqual({ 'networks.1': [expect.any(String)] });
      expect((await change({ remove: ['::1'] })).body.errors).toEqual({ 'remove.0': [expect.any(String)] });
      const many = Array.from({ length: 1_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
      expect((await setTo(many)).body.networks).toHaveLength(1_000);
      expect((await change({ add: ['1.1.1.1'] })).body.errors).toEqual({ add: [expect.stringContaining('1000')] });
      expect((await change({ add: ['1.1.1.1'], remove: [many[0] ?? ''] })).body.networks).toHaveLength(1_000);
      expect((await change({})).status).toBe(422);
    });
  },
);

test('an IPv6 address has IPv6 lists', async () => {
  const six = await givenIpv6Address(lab.db, { serverId: server, accountId: me.accountId });
  const { body } = await lab.call('setBlacklist', { params: { id: six }, body: { networks: ['2001:DB8::1/32', '::1'] } }, me);
  expect(body.networks).toEqual(['::1/128', '2001:db8::/32']);
  expect((await lab.call('setBlacklist', { params: { id: six }, body: { networks: ['192.0.2.1'] } }, me)).status).toBe(422);
});

test('refuses IPv4 in IPv6 form, which no packet has, and removes such an entry of before', async () => {
  const six = await givenIpv6Address(lab.db, { serverId: server, accountId: me.accountId });
  const params = { params: { id: six } };
  const errors = { 'networks.1': [expect.stringContaining('::ffff:')] };
  for (const text of ['::ffff:192.0.2.1', '::FFFF:c000:201/128', '0::ffff:192.0.2.0/120'])
    expect(await lab.call('setBlacklist', { ...params, body: { networks: ['::1', text] } }, me)).toMatchObject({
      status: 422,
      body: { errors },
    });
  const added = await lab.call('updateBlacklist', { ...params, body: { add: ['::ffff:192.0.2.1'] } }, me);
  expect(added.body.errors).toEqual({ 'add.0': [expect.stringContaining('::ffff:')] });
  await lab.call('setBlacklist', { ...params, body: { networks: ['::1'] } }, me);
  await lab.db
    .updateTable('ip_protections')
    .set({ blacklist: ['::1/128', '::ffff:c000:201/128'] })
    .where('ip_address_id', '=', six)
    .execute();
  const removed = await lab.call('updateBlacklist', { ...params, body: { remove: ['::ffff:192.0.2.1'] } }, me);
  expect(removed.body.networks).toEqual(['::1/128']);
});

test('without country data setGeoFilter and updateGeoFilter return 501; getGeoFilter and deleteGeoFilter work', async () => {
  const body = { action: 'deny', countries: ['DE'] };
  expect(await lab.call('setGeoFilter', { params: { id }, body }, me)).toMatchObject({
    status: 501,
    body: { code: 'not_supported' },
  });
  expect((await lab.call('updateGeoFilter', { params: { id }, body: { active: true } }, me)).status).toBe(501);
  expect((await lab.call('getGeoFilter', { params: { id } }, me)).body).toEqual({ active: false, action: 'deny', countries: [] });
  expect((await lab.call('deleteGeoFilter', { params: { id } }, me)).status).toBe(204);
});

describe('with country data', () => {
  beforeAll(() => givenCountryData(lab.db, { AT: ['198.51.100.0-198.51.100.255'], DE: ['192.0.2.0-192.0.2.255'] }));

  test('setGeoFilter, updateGeoFilter, getGeoFilter, deleteGeoFilter', async () => {
    const call = (name: 'setGeoFilter' | 'updateGeoFilter', body: object) => lab.call(name, { params: { id }, body }, me);
    expect((await call('updateGeoFilter', { active: true })).body.errors).toHaveProperty('countries');
    const set = await call('setGeoFilter', { action: 'allow', countries: ['DE', 'AT'] });
    expect(set).toMatchObject({ status: 200, body: { active: true, action: 'allow', countries: ['AT', 'DE'] } });
    expect((await call('updateGeoFilter', { active: false, action: 'deny' })).body).toEqual({
      active: false,
      action: 'deny',
      countries: ['AT', 'DE'],
    });
    for (const countries of [['de'], ['DE', 'DE'], [], ['XX']])
      expect((await call('setGeoFilter', { action: 'deny', countries })).status).toBe(422);
    expect((await lab.call('deleteGeoFilter', { params: { id } }, me)).status).toBe(204);
    expect((await lab.call('getGeoFilter', { params: { id } }, me)).body).toEqual({
      active: false,
      action: 'deny',
      countries: [],
    });
  });

  test('dryRunProtection reports what would have been dropped, and whether any traffic was recorded', async () => {
    const ask = async (body: object) => (await lab.call('dryRunProtection', { params: { id }, body }, me)).body;
    expect(await ask({ blacklist: ['0.0.0.0/0'] })).toMatchObject({ recorded_since: null, sources: 0, bytes: 0 });
    const minute = new Date(Date.now() - 60_000);
    await lab.db
      .insertInto('source_traffic')
      .values([
        {
          ip_address_id: id,
          minute,
          sources: ['192.0.2.1', '198.51.100.1'],
          bytes: [1000n, 50n],
          packets: [10n, 5n],
          other_bytes: 7n,
          other_packets: 1n,
        },
        {
          ip_address_id: id,
          minute: new Date(Date.now() - 120_000),
          sources: ['192.0.2.1', '203.0.113.1'],
          bytes: [500n, 1n],
          packets: [5n, 1n],
        },
        { ip_address_id: id, minute: new Date(Date.now() - 7_200_000), sources: ['192.0.2.9'], bytes: [9n], packets: [9n] },
      ])
      .execute();
    const all = { sources: 3, bytes: 1551, packets: 21, unknown_bytes: 7, unknown_packets: 1 };
    expect(await ask({})).toMatchObject({ ...all, dropped_sources: 0, dropped_bytes: 0 });
    expect(await ask({ blacklist: ['192.0.2.0/24'] })).toMatchObject({
      ...all,
      dropped_sources: 1,
      dropped_bytes: 1500,
      dropped_packets: 15,
    });
    expect(await ask({ geo: { action: 'deny', countries: ['AT'] } })).toMatchObject({ dropped_sources: 1, dropped_bytes: 50 });
    // The country of 203.0.113.1 is unknown.
    expect(await ask({ geo: { action: 'allow', countries: ['AT'] } })).toMatchObject({ dropped_sources: 2, dropped_bytes: 1501 });
    expect(await ask({ blacklist: ['0.0.0.0/0'], whitelist: ['192.0.2.1'] })).toMatchObject({
      dropped_sources: 2,
      dropped_bytes: 51,
    });
    await lab.call('setBlacklist', { params: { id }, body: { networks: ['198.51.100.0/24'] } }, me);
    expect(await ask({})).toMatchObject({ dropped_bytes: 50 });
    expect(await ask({ blacklist: [] })).toMatchObject({ dropped_bytes: 0 });
  });
});

test('allowMe allows the caller for 10 minutes, in the family of the address, at most ten at a time', async () => {
  const allow = (from: string) =>
    lab.call('allowMe', { params: { id } }, { ...me, headers: { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' } });
  const before = Date.now();
  const granted = await allow('198.51.100.7');
  expect(granted).toMatchObject({ status: 200, body: { source: '198.51.100.7', ends_at: expect.any(String) } });
  const endsAt = Date.parse(granted.body.ends_at);
  expect(endsAt).toBeGreaterThanOrEqual(before + 600_000);
  expect(endsAt).toBeLessThanOrEqual(Date.now() + 600_000);
  expect((await allow('2001:db8::7')).body).toMatchObject({ code: 'validation' });
  expect((await lab.call('allowMe', { params: { id } }, me)).status).toBe(200);
  for (let last = 1; last <= 12; last++) expect((await allow(`198.51.100.${last}`)).status).toBe(200);
  const grants = await lab.db.selectFrom('ip_protection_grants').select('source').where('ip_address_id', '=', id).execute();
  expect(grants).toHaveLength(10);
  expect(grants.map(({ source }) => source)).toContain('198.51.100.12');
});

test('getProtection shows running attacks and the protected server', async () => {
  const get = async () => (await lab.call('getProtection', { params: { id } }, me)).body;
  expect(await get()).toMatchObject({
    under_attack: false,
    ip_address: { id },
    floating_ip_id: null,
    expiry_at: null,
    protected_service: { id: server, type: 'server', label: 'web-1' },
  });
});

test('a released address has no lists for its next holder, and its rules are removed', async () => {
  await lab.call('setBlacklist', { params: { id }, body: { networks: ['192.0.2.0/24'] } }, me);
  await lab.call('allowMe', { params: { id } }, me);
  await lab.db.deleteFrom('ip_protection_changes').execute();
  await lab.db
    .updateTable('ip_addresses')
    .set({ account_id: null, server_id: null, main: false, assigned_at: null })
    .where('id', '=', id)
    .execute();
  expect(await lab.db.selectFrom('ip_protections').selectAll().where('ip_address_id', '=', id).execute()).toEqual([]);
  expect(await lab.db.selectFrom('ip_protection_grants').selectAll().where('ip_address_id', '=', id).execute()).toEqual([]);
  expect(await changes()).toContain(id);
});

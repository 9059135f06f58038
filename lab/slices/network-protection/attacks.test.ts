import { foldAddressTraffic, purgeTraffic } from '@innkeeper/jobs/fold-traffic';
import { days, hours } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { type GivenTraffic, givenTraffic, movedClock } from '../../given-attacks.ts';
import { givenJobCx } from '../../given-cx.ts';

const clock = movedClock(new Date('2026-03-02T09:08:30.000Z'));
let lab: Lab;
let owner: GivenAccount;
let traffic: GivenTraffic;
beforeAll(async () => {
  lab = await openLab({ clock });
  await givenNode(lab.db);
  owner = await givenAccount(lab.db);
  traffic = await givenTraffic(lab.db, { clock });
});
afterAll(() => lab.close());

const packets = (n: number, bytes = 500) => ({ packets: n, bytes: n * bytes });
const FLOOD = { udp: packets(40_000) };
const unix = (text: string) => Date.parse(text) / 1000;

/** Inserts a server and returns its first address, which the worker has loaded. */
async function givenAddress() {
  const serverId = await givenServer(lab.db, { accountId: owner.accountId, network_speed_mbps: 1000 });
  const row = await lab.db
    .selectFrom('ip_addresses')
    .select(['id', 'address'])
    .where('server_id', '=', serverId)
    .executeTakeFirstOrThrow();
  await lab.db
    .updateTable('ip_addresses')
    .set({ assigned_at: new Date('2026-01-01T00:00:00Z') })
    .where('id', '=', row.id)
    .execute();
  await traffic.seconds(6, row.address, {});
  return { ...row, serverId };
}
const call = async (
  name: Parameters<Lab['call']>[0],
  params: Record<string, string | number>,
  query: Record<string, number> = {},
) => {
  const { status, body } = await lab.call(name, { params, query }, { token: owner.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const attacksOf = async (id: number) => (await call('listAttacks', { id })).data;
const mails = (address: string) =>
  lab.db
    .selectFrom('mails')
    .select(['template', sql<string | null>`data ->> 'pattern'`.as('pattern')])
    .where(sql<boolean>`data ->> 'address' = ${address}`)
    .orderBy('id')
    .execute();

test('listAttacks and getAttack show a flood from its first second until its end, with its composition', async () => {
  const { id, address } = await givenAddress();
  const flows = [
    { source: '192.0.2.1', protocol: 17, port: 53, ...packets(30_000) },
    { source: '192.0.2.2', protocol: 17, port: 123, ...packets(10_000) },
  ];
  await traffic.seconds(1, address, FLOOD);
  const [begun] = await attacksOf(id);
  expect(begun).toMatchObject({
    ...{ ongoing: true, ended_at: null, detector: 'PPS', severity: 'low', reason: 'UDP flood' },
    ...{ peak_bandwidth: 160, peak_pps: 40_000, started_at: clock.now().toISOString() },
  });
  await traffic.seconds(9, address, { udp: packets(400_000) }, { flows });
  await traffic.seconds(70, address, {});
  const [ended] = await attacksOf(id);
  expect(ended).toMatchObject({ id: begun.id, ongoing: false, severity: 'middle', peak_bandwidth: 1600, peak_pps: 400_000 });
  expect(Date.parse(ended.ended_at) - Date.parse(ended.started_at)).toBeLessThan(16_000);
  const attack = await call('getAttack', { id, attack_id: begun.id });
  expect(attack).toMatchObject({ initial_bandwidth: 160, initial_pps: 40_000, top_source_asns: [] });
  expect(attack.top_protocols).toMatchObject([{ name: 'UDP', number: 17 }]);
  expect(attack.top_source_ips.map(({ ip }: { ip: string }) => ip)).toEqual(['192.0.2.1', '192.0.2.2']);
  expect(Object.keys(attack.top_ports.udp).sort()).toEqual(['123', '53']);
  expect(attack.top_ports.tcp).toEqual({});
  // Start and end cause one event each, however often the row was written.
  const events = await lab.db.selectFrom('events').select('data').where('resource_kind', '=', 'attack').orderBy('id').execute();
  expect(events.map(({ data }) => data)).toMatchObject([
    { ip_address_id: id, severity: 'low', ended_at: null },
    { severity: 'middle', ended_at: null },
    { severity: 'middle', ended_at: expect.any(String) },
  ]);
  expect(await mails(address)).toEqual([
    { template: 'attack-begun', pattern: 'udp' },
    { template: 'attack-ended', pattern: null },
  ]);
  // A second attack within the hour sends no mail.
  await traffic.seconds(1, address, FLOOD);
  await traffic.seconds(70, address, {});
  expect(await attacksOf(id)).toHaveLength(2);
  expect(await mails(address)).toHaveLength(2);
});

test('a flood is recorded within its first second, with the rate of that second', async () => {
  const { id, address } = await givenAddress();
  const quarter = { udp: packets(10_000) };
  await traffic.quarters(1, address, quarter);
  // The attack may have begun just before the sample, so its shortest assumed length is half a second.
  expect(await attacksOf(id)).toMatchObject([{ ongoing: true, started_at: clock.now().toISOString(), peak_pps: 20_000 }]);
  await traffic.quarters(23, address, quarter);
  expect(await attacksOf(id)).toMatchObject([{ peak_pps: 40_000, peak_bandwidth: 160 }]);
});

test("also notifies the technical email address, with one mail if it equals the owner's", async () => {
  const toldOf = async (tech_email: string | null) => {
    const { address } = await givenAddress();
    await lab.db.updateTable('accounts').set({ tech_email }).where('id', '=', owner.accountId).execute();
    await traffic.seconds(1, address, FLOOD);
    const rows = lab.db.selectFrom('mails').select('mails.address').where(sql<boolean>`data ->> 'address' = ${address}`);
    return (await rows.orderBy('id').execute()).map((mail) => mail.address);
  };
  expect(await toldOf('ops@example.org')).toEqual([owner.email, 'ops@example.org']);
  expect(await toldOf(owner.email.toUpperCase())).toEqual([owner.email]);
  expect(await toldOf(null)).toEqual([owner.email]);
});

test('a running attack survives a worker restart, and ends at the time that it was last seen', async () => {
  const { id, address } = await givenAddress();
  await traffic.seconds(12, address, FLOOD);
  const lastSeen = clock.now();
  clock.move(hours(5));
  await traffic.restart();
  expect(await attacksOf(id)).toMatchObject([{ ongoing: true }]);
  await traffic.seconds(3, address, {});
  const attacks = await attacksOf(id);
  expect(attacks).toMatchObject([{ ongoing: false }]);
  expect(lastSeen.getTime() - Date.parse(attacks[0].ended_at)).toBeLessThanOrEqual(5_000);
  expect(lastSeen.getTime() - Date.parse(attacks[0].ended_at)).toBeGreaterThanOrEqual(0);
});

test('an attack is hidden from the next holder of the address, and ends for the previous one', async () => {
  const { id, address, serverId } = await givenAddress();
  await traffic.seconds(2, address, FLOOD);
  const next = await givenAccount(lab.db);
  await lab.db.updateTable('services').set({ account_id: next.accountId }).where('id', '=', serverId).execute();
  await lab.db.updateTable('ip_addresses').set({ account_id: next.accountId }).where('id', '=', id).execute();
  await traffic.seconds(7, address, {});
  const rows = await lab.db.selectFrom('attacks').selectAll().where('ip_address_id', '=', id).execute();
  expect(rows.map(({ account_id, ended_at }) => [account_id, ended_at !== null])).toEqual([[owner.accountId, true]]);
  const { body } = await lab.call('listAttacks', { params: { id } }, { token: next.token });
  expect(body.data).toEqual([]);
});

test('listBlockedIps shows the sources that the kernel blocks, until they expire', async () => {
  const { id, address } = await givenAddress();
  const dropped = { passed: packets(1_000) };
  traffic.guard.blockedSources = [
    { address, source: '192.0.2.9', expiresInMs: 299_000 },
    { address, source: '2001:db8:9:1::/64', expiresInMs: 100_000 },
  ];
  await traffic.seconds(1, address, { udp: packets(2_000) }, dropped);
  const { data, meta } = await call('listBlockedIps', { id });
  expect(meta.total).toBe(2);
  expect(data[0]).toEqual({
    ...{ ip: '192.0.2.9', country: null, reason: 'The source sent more packets per second than one source is allowed.' },
    blocked_at: expect.stringMatching(/Z$/),
    expires_at: expect.stringMatching(/Z$/),
  });
  await traffic.seconds(1, address, FLOOD, dropped);
  expect((await call('listBlockedIps', { id })).data[0]).toMatchObject({
    ...{ expires_at: data[0].expires_at, reason: 'The source takes part in an attack: UDP flood.' },
  });
  traffic.guard.blockedSources = [];
  await traffic.seconds(2, address, {});
  expect((await call('listBlockedIps', { id })).data).toEqual([]);
});

test('listBlockedIps shows during an attack when a block ends, and a later end after the source is blocked again', async () => {
  const { id, address } = await givenAddress();
  const blockedFor = async (expiresInMs: number) => {
    traffic.guard.blockedSources = [{ address, source: '192.0.2.10', expiresInMs }];
    await traffic.seconds(1, address, FLOOD, { passed: packets(1_000) });
    return (await call('listBlockedIps', { id })).data;
  };
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms).getTime();
  const [first] = await blockedFor(300_000);
  expect(Date.parse(first.expires_at)).toBe(inMs(300_000));
  clock.move(200_000);
  // The kernel has counted down 201 s, so the end is the same.
  expect(await blockedFor(99_000)).toMatchObject([{ expires_at: first.expires_at, blocked_at: first.blocked_at }]);
  clock.move(98_000);
  const [again] = await blockedFor(300_000);
  expect(Date.parse(again.expires_at)).toBe(inMs(300_000));
  expect((await attacksOf(id))[0]).toMatchObject({ ongoing: true });
  // Expired blocks are not shown, even if no worker polls.
  clock.move(300_001);
  expect((await call('listBlockedIps', { id })).data).toEqual([]);
  traffic.guard.blockedSources = [];
});

test('getProtectionBandwidth shows minutes, 5 minutes and hours with equal sums, before and after aggregation', async () => {
  clock.move(days(1) - (clock.now().getTime() % days(1)) + hours(2));
  const { id, address } = await givenAddress();
  const begin = clock.now().getTime();
  // Half of the traffic is dropped for 7 minutes.
  await traffic.seconds(7 * 60, address, { peer_tcp: packets(100, 1_000) }, { passed: packets(50, 1_000) });
  await traffic.stop();
  const sums = async (query: Record<string, number> = {}) => {
    const { data } = await call('getProtectionBandwidth', { id }, query);
    const steps = new Set<number>();
    for (const [i, { timestamp }] of data.entries()) if (i > 0) steps.add(timestamp - data[i - 1].timestamp);
    return { data, steps: [...steps] };
  };
  const total = (data: { passed_pps: number }[], step: number) =>
    data.reduce((sum, { passed_pps }) => sum + passed_pps * step, 0);
  const minutes = await sums();
  expect(minutes.steps).toEqual([60]);
  expect(minutes.data[5]).toMatchObject({ passed_mbps: 0.4, passed_pps: 50, dropped_mbps: 0.4, dropped_pps: 50 });
  expect(total(minutes.data, 60)).toBeCloseTo(21_000, -3);
  const from = (ms: number) => ({ 'filter[start]': Math.floor((clock.now().getTime() - ms) / 1000) });
  const week = await sums(from(days(2)));
  expect(week.steps).toEqual([300]);
  expect(total(week.data, 300)).toBeCloseTo(21_000, -3);

  const cx = givenJobCx(lab.db, { clock });
  clock.move(hours(3));
  await foldAddressTraffic(cx);
  expect((await sums()).data).toEqual(minutes.data);
  clock.move(days(2));
  await foldAddressTraffic(cx);
  // Samples per minute have been purged.
  const old = await sums({ 'filter[start]': Math.floor(begin / 1000) - 60, 'filter[end]': Math.floor(begin / 1000) + 7200 });
  expect(old.data).toEqual(week.data);
  clock.move(days(8));
  await foldAddressTraffic(cx);
  const quarter = await sums(from(days(60)));
  expect(total(quarter.data, 3600)).toBeCloseTo(21_000, -3);
  clock.move(days(92));
  await purgeTraffic(cx);
  expect(await lab.db.selectFrom('address_traffic').select('at').where('ip_address_id', '=', id).execute()).toEqual([]);
});

test('getProtectionBandwidth refuses more than 90 days, and returns nothing for a future period', async () => {
  const { id } = await givenAddress();
  const { status, body } = await lab.call(
    'getProtectionBandwidth',
    { params: { id }, query: { 'filter[start]': unix('2026-01-01T00:00:00Z') } },
    { token: owner.token },
  );
  expect([status, Object.keys(body.errors)]).toEqual([422, ['filter[start]']]);
  const later = Math.floor(clock.now().getTime() / 1000) + 1000;
  expect((await call('getProtectionBandwidth', { id }, { 'filter[start]': later })).data).toEqual([]);
  expect((await call('listAttacks', { id }, { 'filter[start]': later })).data).toEqual([]);
});

test('getAttackBandwidth shows the traffic during the attack, per minute', async () => {
  const { id, address } = await givenAddress();
  await traffic.seconds(3, address, FLOOD, { passed: packets(100) });
  await traffic.seconds(180, address, { peer: packets(10) });
  const [attack] = await attacksOf(id);
  const { data } = await call('getAttackBandwidth', { id, attack_id: attack.id });
  expect(data.length).toBeGreaterThan(0);
  expect(data.length).toBeLessThan(3);
  expect(Math.max(...data.map(({ dropped_pps }: { dropped_pps: number }) => dropped_pps))).toBeGreaterThan(500);
});

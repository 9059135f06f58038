import { randomUUID } from 'node:crypto';
import { takesIdempotencyKey } from '@innkeeper/contract/common';
import type { OperationName } from '@innkeeper/contract/operations';
import { updateServer } from '@innkeeper/db/tables/servers';
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { createToken } from '@innkeeper/db/tables/tokens';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenServer, givenSshKey, newPublicKey } from '../given.ts';
import { givenExtraAddress } from '../given-addresses.ts';
import { givenAffiliate } from '../given-affiliates.ts';
import { givenAddon } from '../given-copies.ts';
import { givenFirewall } from '../given-firewalls.ts';
import { givenFloatingIp } from '../given-floating-ips.ts';
import { givenCountryData } from '../given-geo.ts';
import { givenTotp, otpOf } from '../given-two-factor.ts';
import { openOperator } from '../operator.ts';
import { closureChanges } from './closure-changes.ts';
import { memberChanges } from './member-changes.ts';
import { givenOrder, givenResources } from './resources.ts';
import { openSetup, operations, type RequestChanges, requestFor, type Setup, validBody } from './setup.ts';
import { signInChanges } from './sign-in-changes.ts';
import { supportPlanChanges } from './support-plan-changes.ts';
import { webhookChanges } from './webhook-changes.ts';

let setup: Setup;
beforeAll(async () => {
  // Each request adds an ISO of unknown size, which reserves disk space, or leaves a waiting order.
  const unpaid = { servers: 1_000, addresses: 1_000, amount: 1_000_000_00n };
  setup = await openSetup({
    settings: {
      isosPerAccount: 100,
      firewallsPerServer: 100,
      isoGbPerAccount: 1_000,
      openTicketsPerAccount: 1_000,
      unpaid: { paid: unpaid, neverPaid: unpaid },
    },
  });
  // Plain requests have servers and floating IPs of their own.
  await openOperator(setup.lab).run('addPool', { pool: 'more', cidr: '10.79.0.0/22' });
  // Without bank details, deposits by transfer are impossible.
  await setup.lab.db.updateTable('seller').set({ iban: 'AT611904300234573201' }).execute();
});
afterAll(() => setup.lab.close());

const changes = operations(takesIdempotencyKey);
// A reply with a secret is never stored. lab/slices/servers/console.test.ts tests its repeats.
const stored = changes.filter(({ operation }) => !operation.reply.secret);

type Change = RequestChanges & { accountId?: number; other?: unknown };

/**
 * Requests that succeed each time, and another body for the same path. A change that succeeds with a random body on any resource needs no
 * line.
 */
const CHANGES: Partial<Record<OperationName, () => Promise<Change>>> = {
  addSshKey: async () => ({ body: key(), other: key() }),
  activateAffiliate: async () => {
    await noAffiliate();
    return {};
  },
  enableTwoFactor: async () => {
    await setup.lab.db.deleteFrom('user_totp').where('user_id', '=', setup.me.userId).execute();
    return { body: twoFactor('JBSWY3DPEHPK3PXP'), other: twoFactor('GEZDGNBVGY3TQOJQ') };
  },
  disableTwoFactor: async () => {
    await givenTotp(setup.lab.db, setup.me, 'JBSWY3DPEHPK3PXP');
    return { body: { otp: twoFactor('JBSWY3DPEHPK3PXP').otp }, other: { otp: '0000-0000-0000' } };
  },
  createAccountExport: async () => {
    await setup.lab.db.deleteFrom('account_exports').where('account_id', '=', setup.me.accountId).execute();
    return {};
  },
  updateToken: async () => ({ params: await token(), body: { name: 'one' }, other: { name: 'another' } }),
  ...memberChanges(() => setup),
  ...signInChanges(() => setup),
  ...closureChanges(() => setup),
  ...webhookChanges(() => setup),
  createSupportAccess: async () => ({ body: await consent('read'), other: await consent('write') }),
  updateUser: async () => ({ body: { city: 'Vienna' }, other: { city: 'Graz' } }),
  updateReferralCode: async () => {
    await noAffiliate();
    await givenAffiliate(setup.lab.db, { account: setup.me });
    return { body: { referral_code: 'harbour-7' }, other: { referral_code: 'harbour-8' } };
  },
  deployServer: async () => ({ body: await deploy(), other: { ...(await deploy()), name: 'another' } }),
  payOrders: async () => ({ body: { order_ids: [await order()] }, other: { order_ids: [await order()] } }),
  startServer: () => ofServer('id', 'stopped'),
  stopServer: () => ofServer('id', 'running'),
  powerOffServer: () => ofServer('id', 'running'),
  restartServer: () => ofServer('server', 'running'),
  createSnapshot: () => ofServer('id', 'running'),
  createBackup: () => ofServer('id', 'running', withBackups),
  restoreServer: async () => ({ ...(await ofServer('id', 'running')), body: { snapshot_id: setup.me.has.snapshot } }),
  reinstallServer: async () => ({ ...(await ofServer('id', 'running')), body: await reinstall() }),
  calculateServerScale: () => ofServer('id', 'running'),
  cancelServer: async () => ({ ...(await ofServer('id', 'running')), body: { now: false }, other: { now: true } }),
  undoCancelServer: () => ofServer('id', 'running', isCancelled),
  renewServers: async () => ({ body: await renewal(1), other: await renewal(3) }),
  calculateServerRenewal: async () => ({ body: await renewal(1), other: await renewal(3) }),
  scaleServer: () => ofServer('id', 'running'),
  updateSshKey: async () => ({ params: { id: await givenKey() }, body: { name: 'one name' }, other: { name: 'another' } }),
  changeServerPassword: async () => ({
    ...(await ofServer('id', 'running')),
    body: { password: 'a first one' },
    other: { password: 'another one' },
  }),
  changeServerPrimaryIp: async () => withExtraAddress(await ofServer('id', 'running')),
  updateServerHostname: async () => ({ ...(await ofServer('id', 'running')), body: { hostname: 'other.example' } }),
  updateServerSshKeys: async () => ({ ...(await ofServer('id', 'running')), body: { ssh_keys: [setup.me.has.ssh_key] } }),
  disableServerRescue: () => ofServer('id', 'running', (id) => inRescue(id)),
  updateOrder: async () => ({ params: { id: await order() }, body: { auto_pay: false } }),
  changeRenewalPeriod: async () => ({ params: await renewed(), body: { billing_cycle: 3 } }),
  depositFunds: async () => ({ body: funds(20), other: funds(30) }),
  purchaseServerAddons: async () => ({ ...(await ofServer('id', 'running')), body: { backups: true } }),
  calculateServerAddonScale: async () => ({ ...(await ofServer('id', 'running', withSeats)), body: { microsoft_rds_sal: 2 } }),
  scaleServerAddons: async () => ({ ...(await ofServer('id', 'running', withSeats)), body: { microsoft_rds_sal: 2 } }),
  cancelServerAddon: async () => ({ params: await addon(), body: { reason: 'No longer needed.', now: false } }),
  undoCancelServerAddon: async () => ({ params: await addon(isCancelled) }),
  createFirewall: async () => ({ body: { name: 'web' }, other: { name: 'mail' } }),
  updateFirewall: async () => ({ params: await firewall(), body: { name: 'web' }, other: { name: 'mail' } }),
  setFirewallRules: async () => ({ params: await firewall(), body: { rules: [] }, other: { rules: [SSH] } }),
  applyFirewall: async () => ({ params: await firewall(), body: { server_ids: [setup.me.has.server] } }),
  removeFirewall: async () => ({ params: await firewall(), body: { server_ids: [setup.me.has.server] } }),
  updateIpAddress: async () => ({ body: { ptr: 'one.example.com' }, other: { ptr: 'two.example.com' } }),
  setGeoFilter: () => withCountries({ body: geo('AT'), other: geo('BE') }),
  updateGeoFilter: () => withCountries({ body: geo('AT'), other: geo('BE') }),
  deleteGeoFilter: async () => ({ params: await address() }),
  setWhitelist: async () => ({ body: networks(1), other: networks(2) }),
  updateWhitelist: async () => ({ body: { add: networks(1).networks }, other: { add: networks(2).networks } }),
  deleteWhitelist: async () => ({ params: await address() }),
  setBlacklist: async () => ({ body: networks(1), other: networks(2) }),
  updateBlacklist: async () => ({ body: { add: networks(1).networks }, other: { add: networks(2).networks } }),
  deleteBlacklist: async () => ({ params: await address() }),
  allowMe: async () => ({ params: await address() }),
  dryRunProtection: async () => ({ body: { blacklist: networks(1).networks }, other: { blacklist: networks(2).networks } }),
  purchaseFloatingIps: async () => ({ body: { ipv4: 1 }, other: { ipv4: 2 } }),
  renewFloatingIps: async () => ({ body: { ids: [await floatingIp()], billing_cycle: 1 } }),
  attachFloatingIps: async () => ({ body: { ids: [await floatingIp()], server_id: await server() } }),
  detachFloatingIps: async () => ({ body: { ids: [await floatingIp(await server())] } }),
  cancelFloatingIps: async () => ({ body: { ids: [await floatingIp()], now: false } }),
  undoCancelFloatingIps: async () => ({ body: { ids: [await floatingIp(undefined, isCancelled)] } }),
  ...supportPlanChanges(() => setup),
  createTicket: async () => ({ body: ticket('One'), other: ticket('Another') }),
  replyToTicket: async () => ({ body: { message: 'One message.' }, other: { message: 'Another message.' } }),
  addIso: async () => ({ body: iso('a'), other: iso('b') }),
  modifyServerIsos: async () => ({ ...(await ofServer('id', 'running')), body: { primary_iso_id: setup.me.has.iso } }),
  enableServerRescue: async () => ({
    ...(await ofServer('id', 'running')),
    body: { password: 'a first one' },
    other: { password: 'another one' },
  }),
};

/** Returns a request with new resources. They belong to the other account, because they count towards its limits. */
async function plainRequest(name: OperationName): Promise<Change> {
  const { lab, other } = setup;
  const of = { ...other, has: await givenResources(lab.db, other) };
  return { token: other.token, accountId: other.accountId, of, body: validBody(name) };
}

const token = async () => ({ id: (await createToken(setup.lab.db, { ...setup.me, name: 'given', abilities: ['read'] })).id });

const twoFactor = (secret_key: string) => ({ secret_key, otp: otpOf(secret_key) });

/** Deletes earlier consents, whose number is limited. */
async function consent(scope: 'read' | 'write') {
  await setup.lab.db.deleteFrom('support_grants').where('account_id', '=', setup.me.accountId).execute();
  return { hours: 24, scope };
}

const ticket = (subject: string) => ({ department_id: 1, subject, message: 'It does not boot.' });
const geo = (country: string) => ({ action: 'deny', countries: [country] });
const networks = (n: number) => ({ networks: [`198.51.${n}.0/24`] });

async function withCountries<T>(changes: T): Promise<T> {
  await givenCountryData(setup.lab.db, { AT: ['192.0.2.0-192.0.2.255'], BE: ['198.51.100.0-198.51.100.255'] });
  return changes;
}

async function address() {
  const server = await givenServer(setup.lab.db, { accountId: setup.me.accountId });
  const of = setup.lab.db.selectFrom('ip_addresses').select('id').where('server_id', '=', server);
  return of.where('version', '=', 4).executeTakeFirstOrThrow();
}

async function noAffiliate(): Promise<void> {
  const { db } = setup.lab;
  await db.deleteFrom('affiliate_codes').where('affiliate_id', '=', setup.me.accountId).execute();
  await db.deleteFrom('affiliates').where('account_id', '=', setup.me.accountId).execute();
}

const server = () => givenServer(setup.lab.db, { accountId: setup.me.accountId });

async function floatingIp(serverId?: number, prepare: (id: number) => Promise<unknown> = async () => {}): Promise<number> {
  const of = serverId === undefined ? {} : { serverId };
  const id = await givenFloatingIp(setup.lab.db, { accountId: setup.me.accountId, ...of });
  await prepare(id);
  return id;
}

const key = () => ({ name: 'a new key', key: newPublicKey().publicKey });

async function deploy() {
  const { db } = setup.lab;
  const image = await db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  return { name: 'web-1', plan: 'nano', image_id: image.id, ssh_keys: [setup.me.has.ssh_key] };
}

const givenKey = async () => (await givenSshKey(setup.lab.db, setup.me)).id;

const inRescue = (id: number) => updateServer(setup.lab.db, id, { rescue: true });

const isCancelled = (id: number) => insertCancelRequest(setup.lab.db, { service_id: id, now: false, created_at: new Date() });

const renewal = async (billing_cycle: number) => ({
  server_ids: [await givenServer(setup.lab.db, { accountId: setup.me.accountId })],
  billing_cycle,
});

const iso = (name: string) => ({ name, url: `https://mirror.example/${name}.iso` });
const order = async () => (await givenOrder(setup.lab.db, setup.me.accountId)).id;

async function reinstall() {
  const image = await setup.lab.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  return { image_id: image.id, ssh_keys: [setup.me.has.ssh_key] };
}

/** Returns a line of a waiting order. */
async function renewed() {
  const { me, send } = setup;
  const body = { ...(await renewal(1)), auto_pay: false };
  const reply = await send(requestFor('renewServers', me, { body }));
  expect([reply.status, reply.body]).toEqual([201, expect.anything()]);
  return { id: reply.body.id, service_type: 'server', service_id: body.server_ids[0] ?? 0 };
}

const funds = (amount: number) => ({ amount, payment_method: 'bank' });
async function addon(also?: (id: number) => Promise<unknown>) {
  const id = await givenServer(setup.lab.db, { accountId: setup.me.accountId });
  const addon_id = await givenAddon(setup.lab.db, { serverId: id, key: 'backups' });
  await also?.(addon_id);
  return { id, addon_id };
}

const SSH = { direction: 'in', protocol: 'tcp', ports: ['22'] };
const firewall = async () => ({ id: await givenFirewall(setup.lab.db, setup.me) });
const withSeats = (serverId: number) => givenAddon(setup.lab.db, { serverId, key: 'microsoft_rds_sal' });
async function withExtraAddress(request: RequestChanges): Promise<RequestChanges> {
  const serverId = Number(request.params?.id);
  return { ...request, body: { ip_id: (await givenExtraAddress(setup.lab.db, { serverId })).id } };
}

const withBackups = (serverId: number) => givenAddon(setup.lab.db, { serverId, key: 'backups' });
async function ofServer(
  param: string,
  power: 'running' | 'stopped',
  also?: (serverId: number) => Promise<unknown>,
): Promise<RequestChanges> {
  const id = await givenServer(setup.lab.db, { accountId: setup.me.accountId, power });
  await also?.(id);
  return { params: { [param]: id } };
}

const newKey = (): string => `key ${randomUUID()}`;
const keyed = (value: string) => ({ 'idempotency-key': value });
/** Returns a different key for each `n`. There are 94 keys of one character. */
const shortest = (n: number): string => (n < 94 ? '' : '~') + String.fromCharCode(33 + (n % 94));
const auditLines = async (): Promise<number> => {
  const { n } = await setup.lab.db.selectFrom('audit_log').select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
};

describe.each(changes)('$name', ({ name }) => {
  it('refuses a key that is empty, too long, or not printable', async () => {
    for (const bad of ['', 'x'.repeat(256), 'a\tb', 'schl\u00fcssel']) {
      const reply = await setup.send(requestFor(name, setup.me, { headers: keyed(bad) }));
      expect(reply, bad).toMatchObject({ status: 422, body: { errors: { 'Idempotency-Key': [expect.any(String)] } } });
    }
  });

  it('accepts a key of 1 and of 255 characters', async () => {
    // Many of these operations end their resource.
    for (const good of [shortest(changes.findIndex((change) => change.name === name)), name.padEnd(255, '-')]) {
      const reply = await setup.send(requestFor(name, setup.other, { headers: keyed(good) }));
      expect(reply.body?.errors ?? {}).not.toHaveProperty('Idempotency-Key');
    }
  });
});

it('every request is of an operation whose reply is stored', () => {
  const names: readonly string[] = stored.map(({ name }) => name);
  expect(Object.keys(CHANGES).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(stored)('$name', ({ name, operation }) => {
  const changesOf = async (): Promise<Change> => CHANGES[name]?.() ?? plainRequest(name);

  it('returns the same reply to the same key and body, and changes nothing again', async () => {
    const { me, send } = setup;
    const { other: _other, accountId: _account, ...changes } = await changesOf();
    const request = requestFor(name, me, { ...changes, headers: keyed(newKey()) });
    const first = await send(request);
    expect(first.status).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const before = await auditLines();
    const again = await send(request);
    expect(again).toMatchObject({ status: first.status, text: first.text, headers: { 'idempotent-replayed': 'true' } });
    expect(again.headers['x-order-id']).toBe(first.headers['x-order-id']);
    expect(await auditLines()).toBe(before);
  });

  // Some operations have only one possible request.
  it.skipIf(operation.bodyKind === 'none' && !operation.path.includes('{'))(
    'returns 422 for the same key with another request',
    async () => {
      const { me, send } = setup;
      const { other, accountId: _account, ...changes } = await changesOf();
      const headers = keyed(newKey());
      expect((await send(requestFor(name, me, { ...changes, headers }))).status).toBeLessThan(300);
      const { other: _other, accountId: _same, ...elsewhere } = await changesOf();
      const reply = await send(requestFor(name, me, { ...elsewhere, ...(other !== undefined && { body: other }), headers }));
      expect(reply).toMatchObject({
        status: 422,
        body: { code: 'idempotency_mismatch', errors: { 'Idempotency-Key': [expect.any(String)] } },
      });
    },
  );

  it('returns 409 while a request with the key runs', async () => {
    const { me, send, lab } = setup;
    const { other: _other, accountId = me.accountId, ...changes } = await changesOf();
    const value = newKey();
    const request = requestFor(name, me, { ...changes, headers: keyed(value) });
    await lab.db.connection().execute(async (session) => {
      const lock = sql`hashtextextended(${`idempotency:${accountId}:${value}`}, 0)`;
      await sql`select pg_advisory_lock(${lock})`.execute(session);
      const reply = await send(request);
      expect(reply).toMatchObject({ status: 409, body: { code: 'idempotency_running' }, headers: { 'retry-after': '1' } });
      await sql`select pg_advisory_unlock(${lock})`.execute(session);
    });
    expect((await send(request)).status).toBeLessThan(300);
  });
});

describe('a key', () => {
  it('belongs to one account', async () => {
    const { me, other, send } = setup;
    const headers = keyed(newKey());
    expect((await send(requestFor('addSshKey', me, { body: key(), headers }))).status).toBe(201);
    const theirs = await send(requestFor('addSshKey', other, { body: key(), headers }));
    expect(theirs.status).toBe(201);
    expect(theirs.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('stores no refusal: a failed request can be retried', async () => {
    const { me, send } = setup;
    const headers = keyed(newKey());
    const wrong = { name: 'a new key', key: 'ssh-ed25519 AAAA' };
    expect((await send(requestFor('addSshKey', me, { body: wrong, headers }))).status).toBe(422);
    expect((await send(requestFor('addSshKey', me, { body: key(), headers }))).status).toBe(201);
  });

  it('ignores spaces and the order of fields', async () => {
    const { me, send } = setup;
    const headers = keyed(newKey());
    const { name, key: text } = key();
    const first = await send(requestFor('addSshKey', me, { body: JSON.stringify({ name, key: text }), headers }));
    const again = await send(requestFor('addSshKey', me, { body: ` {"key":"${text}",\n"name":"${name}"}`, headers }));
    expect(again).toMatchObject({ status: 201, text: first.text, headers: { 'idempotent-replayed': 'true' } });
  });

  it('lets one of many concurrent requests through', async () => {
    const { me, send } = setup;
    const request = requestFor('addSshKey', me, { body: key(), headers: keyed(newKey()) });
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(request)));
    const fresh = replies.filter(({ status, headers }) => status === 201 && !headers['idempotent-replayed']);
    expect(fresh).toHaveLength(1);
    for (const { status } of replies) expect([201, 409]).toContain(status);
  });

  it('is purged after 30 days', async () => {
    const { me, send, lab } = setup;
    const value = newKey();
    const headers = keyed(value);
    await send(requestFor('addSshKey', me, { body: key(), headers }));
    const past = new Date(Date.now() - 30 * 86_400_000 - 1000);
    await lab.db.updateTable('idempotency_keys').set({ created_at: past }).where('key', '=', value).execute();
    const reply = await send(requestFor('addSshKey', me, { body: key(), headers }));
    expect(reply.status).toBe(201);
    expect(reply.headers).not.toHaveProperty('idempotent-replayed');
  });
});

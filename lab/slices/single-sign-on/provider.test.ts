/**
 * Tests that an account sets its identity provider: verified domains, a test sign-in before it is enabled, and the effects of its removal.
 */
import { randomBytes } from 'node:crypto';
import { openDomainProofs } from '@innkeeper/apps/domain-proofs';
import { openResolver } from '@innkeeper/engine/dns/resolver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenMember } from '../../given-members.ts';
import { givenSession } from '../../given-sessions.ts';
import { CLIENT } from '../../given-single-sign-on.ts';
import { REDIRECT } from '../../openid-provider.ts';
import { openTxtServer, type TxtServer } from '../../txt-server.ts';
import { auditOf, begin, givenCompany, type Kit, openKit, setNextPerson, signOn, signOnHeaders } from './kit.ts';

let kit: Kit;
let dns: TxtServer;
beforeAll(async () => {
  dns = await openTxtServer();
  kit = await openKit({ domainProofs: openDomainProofs(() => openResolver([dns.address])) });
});
afterAll(async () => {
  await kit.close();
  await dns.close();
});

const newDomain = (): string => `${randomBytes(6).toString('hex')}.example.com`;
const put = (account: { token: string }, body: object) =>
  kit.lab.call(
    'putIdentityProvider',
    { body: { issuer: kit.provider.issuer, client_id: CLIENT.id, ...body } },
    { token: account.token },
  );
const verify = async ({ token }: { token: string }) =>
  (await kit.lab.call('verifyIdentityDomains', {}, { token })).body.identity_provider.domains;
const publish = ({ record_name, record_value }: { record_name: string; record_value: string }) =>
  dns.records.set(record_name, ['v=spf1 -all', record_value]);

/** Runs a test sign-in in the browser of the owner. */
async function tested(account: GivenAccount) {
  const session = await givenSession(kit.lab.db, account);
  const begun = await kit.lab.call('testIdentityProvider', {}, { headers: session.headers });
  if (begun.status !== 201) return begun;
  const body = await kit.provider.visit(begun.body.url);
  return kit.lab.call('completeSingleSignOn', { body }, { headers: signOnHeaders(begun, session) });
}

test('is enabled once a domain is verified and a test sign-in succeeded; its secret is sealed and never shown', async () => {
  const account = await givenAccount(kit.lab.db);
  const name = newDomain();
  const body = { client_secret: CLIENT.secret, domains: [name.toUpperCase()], default_role: 'technical' };
  const made = await put(account, body);
  expect(made).toMatchObject({
    status: 200,
    body: { identity_provider: { redirect_url: REDIRECT, enabled: false, tested_at: null } },
  });
  const [domain] = made.body.identity_provider.domains;
  expect(domain).toMatchObject({ name, verified_at: null, record_name: `_innkeeper-domain.${name}` });
  expect(await tested(account)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/Verify one of the domains/) },
  });
  expect((await verify(account))[0].verified_at).toBeNull();
  publish({ ...domain, record_value: `${domain.record_value}x` });
  expect((await verify(account))[0].verified_at).toBeNull();
  publish(domain);
  expect((await verify(account))[0].verified_at).not.toBeNull();
  expect(await put(account, { ...body, enabled: true })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/Test the identity/) },
  });
  kit.provider.person = { sub: name, email: `ada@${name}`, email_verified: true };
  expect(await tested(account)).toMatchObject({ status: 201, body: { purpose: 'test' } });
  const { client_secret: _secret, ...later } = body;
  expect(await put(account, { ...later, enabled: true })).toMatchObject({ body: { identity_provider: { enabled: true } } });
  const rows = await kit.lab.db
    .selectFrom('identity_providers')
    .selectAll()
    .where('account_id', '=', account.accountId)
    .execute();
  const lines = await auditOf(kit, account);
  const shown = await kit.lab.call('getIdentityProvider', {}, { token: account.token });
  for (const text of [
    JSON.stringify(rows),
    JSON.stringify(lines),
    shown.text,
    made.text,
    rows[0]?.client_secret.toString('latin1'),
  ])
    expect(text).not.toContain(CLIENT.secret);
});

test('trusts unverified addresses only if the account says so, and each change is in the audit log', async () => {
  const account = await givenAccount(kit.lab.db);
  const body = { client_secret: CLIENT.secret, domains: [newDomain()] };
  expect((await put(account, body)).body.identity_provider.trust_email).toBe(false);
  expect((await put(account, { ...body, trust_email: true })).body.identity_provider.trust_email).toBe(true);
  const shown = await kit.lab.call('getIdentityProvider', {}, { token: account.token });
  expect(shown.body.identity_provider.trust_email).toBe(true);
  expect((await put(account, body)).body.identity_provider.trust_email).toBe(false);
  expect((await put(account, { ...body, trust_email: 'yes' })).body.errors).toEqual({ trust_email: expect.anything() });
  const lines = (await auditOf(kit, account)).filter(({ action }) => action === 'putIdentityProvider');
  expect(lines.map(({ details }) => (details as { trust_email: boolean }).trust_email)).toEqual([false, true, false]);
});

test('a domain belongs to one account, whichever names it first', async () => {
  const [first, second] = [await givenAccount(kit.lab.db), await givenAccount(kit.lab.db)];
  const name = newDomain();
  const domainOf = async (account: GivenAccount) =>
    (await put(account, { client_secret: CLIENT.secret, domains: [name] })).body.identity_provider.domains[0];
  const [one, other] = [await domainOf(first), await domainOf(second)];
  expect(one.record_value).not.toBe(other.record_value);
  dns.records.set(one.record_name, [one.record_value, other.record_value]);
  expect((await verify(second))[0].verified_at).not.toBeNull();
  expect((await verify(first))[0].verified_at).toBeNull();
  expect((await kit.lab.call('deleteIdentityProvider', {}, { token: second.token })).status).toBe(204);
  expect((await verify(first))[0].verified_at).not.toBeNull();
});

test('another issuer or client is a new provider: it clears linked identities and requires a new test', async () => {
  const company = await givenCompany(kit, { default_role: 'technical' });
  const { headers } = await signOn(kit, company, 'grace');
  const domains = [company.domain];
  const body = { domains, client_id: 'another' };
  expect(await put(company, body)).toMatchObject({ status: 422, body: { errors: { client_secret: expect.anything() } } });
  const changed = await put(company, { ...body, client_secret: 'x' });
  expect(changed).toMatchObject({
    status: 200,
    body: { identity_provider: { enabled: false, tested_at: null, domains: [{ verified_at: expect.any(String) }] } },
  });
  expect((await kit.lab.call('getUser', {}, { headers })).status).toBe(401);
  expect(
    await kit.lab.db.selectFrom('user_identities').select('id').where('provider_id', '=', company.providerId).execute(),
  ).toEqual([]);
});

test('a sign-in that began at the previous provider fails after the change', async () => {
  const company = await givenCompany(kit, { default_role: 'technical' });
  setNextPerson(kit, company, 'grace');
  const begun = await begin(kit, { email: company.of('grace') });
  const body = await kit.provider.visit(begun.url);
  await put(company, { domains: [company.domain], client_id: 'another', client_secret: 'x' });
  expect(await kit.lab.call('completeSingleSignOn', { body }, { headers: begun.headers })).toMatchObject({ status: 422 });
});

test.each(['disabled', 'removed'])('its sessions end if it is %s', async (how) => {
  const company = await givenCompany(kit, { default_role: 'technical' });
  const { headers } = await signOn(kit, company, 'grace');
  expect((await kit.lab.call('getUser', {}, { headers })).status).toBe(200);
  if (how === 'disabled') await put(company, { domains: [company.domain] });
  else await kit.lab.call('deleteIdentityProvider', {}, { token: company.token });
  await expect.poll(async () => (await kit.lab.call('getUser', {}, { headers })).status, { timeout: 20_000 }).toBe(401);
});

describe('is refused', () => {
  test.each([
    ['http://login.example.com', /https/],
    ['https://10.0.0.5/', /not public/],
    ['https://169.254.169.254/', /not public/],
    ['https://localhost/', /not public/],
    ['https://login.example.com:22/', /port/],
    ['https://a:b@login.example.com/', /user name/],
    ['https://login.example.com/?a=b', /query/],
    ['https://login.example.com/\0', /control/],
    ['javascript:alert(1)', /https/],
  ])('the issuer %s', async (issuer, message) => {
    const account = await givenAccount(kit.lab.db);
    const reply = await put(account, { issuer, client_secret: 'x', domains: ['example.com'] });
    expect(reply).toMatchObject({ status: 422, body: { errors: { issuer: [expect.stringMatching(message)] } } });
  });

  test('an invalid domain, more than ten, and required without being enabled', async () => {
    const account = await givenAccount(kit.lab.db);
    const refusal = async (body: object) =>
      Object.keys((await put(account, { client_secret: 'x', domains: ['example.com'], ...body })).body.errors);
    expect(await refusal({ domains: ['example.com', 'com'] })).toEqual(['domains.1']);
    expect(await refusal({ domains: Array.from({ length: 11 }, (_, n) => `a${n}.example.com`) })).toEqual(['domains']);
    expect(await refusal({ domains: [] })).toEqual(['domains']);
    expect(await refusal({ required: true })).toEqual(['required']);
  });

  test('a caller without permission to manage members', async () => {
    const company = await givenCompany(kit, { default_role: 'technical' });
    const { headers } = await signOn(kit, company, 'grace');
    for (const operation of ['getIdentityProvider', 'deleteIdentityProvider', 'testIdentityProvider'] as const)
      expect(await kit.lab.call(operation, {}, { headers })).toMatchObject({ status: 403, body: { code: 'insufficient_role' } });
    expect(await givenMember(kit.lab.db, { accountId: company.accountId, role: 'admin' })).toBeGreaterThan(0);
  });
});

/** Tests attacks by a provider, or by somebody between it and the API. Nobody is signed in, and the owner's password still works. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpOpenId } from '@innkeeper/engine/openid/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { givenPassword, ORIGIN, PASSWORD } from '../../given-sessions.ts';
import { openTestProvider, publicKeyOf, type TestProvider } from '../../openid-provider.ts';
import { auditOf, begin, type Company, givenCompany, type Kit, openKit, setNextPerson, signOn } from './kit.ts';

let kit: Kit;
let other: TestProvider;
let company: Company;
let elapsed = 0;
beforeAll(async () => {
  other = await openTestProvider();
  kit = await openKit();
  await kit.lab.close();
  const places = [kit.provider, other].map(({ port }) => ({ address: '127.0.0.1', port }));
  const openId = new HttpOpenId({ allowedEndpoints: places, limitMs: 1_000, elapsed: () => elapsed });
  const { openLab } = await import('../../app.ts');
  kit = { ...kit, lab: await openLab({ openId, settings: { identityProviders: places } }) };
});
afterAll(async () => {
  await kit.lab.close();
  await kit.provider.close();
  await other.close();
});
beforeEach(async () => {
  company = await givenCompany(kit, { default_role: 'technical' });
});
afterEach(() => {
  kit.provider.changeToken = undefined;
  kit.provider.instead = undefined;
});

const complete = (body: object, headers: Record<string, string>) => kit.lab.call('completeSingleSignOn', { body }, { headers });
const NOT_BEGUN = { status: 422, body: { errors: { state: [expect.stringMatching(/Sign in again/)] } } };
const FAILED = { status: 502, body: { code: 'identity_provider_failed' } };
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function begun() {
  setNextPerson(kit, company, 'grace');
  return begin(kit, { email: company.of('grace') });
}

describe('the browser', () => {
  test('can complete a sign-in once, with its own cookie and state', async () => {
    const { url, headers } = await begun();
    const body = await kit.provider.visit(url);
    const other = await begun();
    expect(await complete(body, other.headers)).toMatchObject(NOT_BEGUN);
    expect(await complete(body, { origin: ORIGIN })).toMatchObject(NOT_BEGUN);
    expect(await complete({ ...body, state: 'a'.repeat(43) }, headers)).toMatchObject(NOT_BEGUN);
    expect((await complete(body, headers)).status).toBe(201);
    expect(await complete(body, headers)).toMatchObject(NOT_BEGUN);
  });

  test('can complete it within ten minutes, once even if it failed, and from a page of the own origin', async () => {
    const { url, headers } = await begun();
    const body = await kit.provider.visit(url);
    expect(await complete(body, { ...headers, origin: 'https://evil.example.com' })).toMatchObject({ status: 403 });
    expect(await complete({ ...body, code: 'wrong' }, headers)).toMatchObject(FAILED);
    expect(await complete(body, headers)).toMatchObject(NOT_BEGUN);
    const late = await begun();
    const brought = await kit.provider.visit(late.url);
    await kit.lab.db.updateTable('sign_on_requests').set({ expires_at: new Date() }).where('done_at', 'is', null).execute();
    expect(await complete(brought, late.headers)).toMatchObject(NOT_BEGUN);
  });

  test('reports a refusal by the provider', async () => {
    const { url, headers } = await begun();
    const state = new URL(url).searchParams.get('state');
    expect(await complete({ state, error: 'access_denied' }, headers)).toMatchObject({
      status: 403,
      body: { code: 'single_sign_on_refused' },
    });
  });

  test('cannot complete it with a code of another issuer, or a stolen one', async () => {
    const { url, headers } = await begun();
    const body = await kit.provider.visit(url);
    expect(await complete({ ...body, iss: other.issuer }, headers)).toMatchObject(FAILED);
    const [mine, theirs] = [await begun(), await begun()];
    const stolen = await kit.provider.visit(theirs.url);
    const { state } = await kit.provider.visit(mine.url);
    // PKCE and the nonce belong to the browser that began the sign-in.
    expect(await complete({ ...stolen, state }, mine.headers)).toMatchObject(FAILED);
  });
});

type Change = NonNullable<TestProvider['changeToken']>;
const now = () => Math.floor(Date.now() / 1000);
const foreignKey = { kid: 'foreign', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey };

test.each<[string, Change]>([
  ['another nonce', ({ header, claims, sign }) => sign(header, { ...claims, nonce: 'another' })],
  ['no nonce', ({ header, claims: { nonce: _, ...claims }, sign }) => sign(header, claims)],
  ['another audience', ({ header, claims, sign }) => sign(header, { ...claims, aud: 'another' })],
  [
    'another audience besides, without azp',
    ({ header, claims, sign }) => sign(header, { ...claims, aud: [claims.aud, 'another'] }),
  ],
  ['another issuer', ({ header, claims, sign }) => sign(header, { ...claims, iss: 'https://login.example.com' })],
  ['an end in the past', ({ header, claims, sign }) => sign(header, { ...claims, exp: now() - 120 })],
  ['a beginning in the future', ({ header, claims, sign }) => sign(header, { ...claims, nbf: now() + 600 })],
  ['an issue more than a minute in the future', ({ header, claims, sign }) => sign(header, { ...claims, iat: now() + 120 })],
  ['no subject', ({ header, claims: { sub: _, ...claims }, sign }) => sign(header, claims)],
  ['no signature', ({ claims }) => `${base64({ alg: 'none' })}.${base64(claims)}.`],
  ['the signature of another', ({ header, claims, sign }) => sign(header, claims, foreignKey)],
  [
    "another's signature under our key's name",
    ({ header, claims, sign }) => sign(header, claims, { ...foreignKey, kid: kit.provider.key.kid }),
  ],
  [
    'a MAC by the public key',
    ({ claims }) => {
      const text = `${base64({ alg: 'HS256', kid: kit.provider.key.kid })}.${base64(claims)}`;
      return `${text}.${createHmac('sha256', publicKeyOf(kit.provider)).update(text).digest('base64url')}`;
    },
  ],
])('refuses an ID token with %s', async (_what, change) => {
  kit.provider.changeToken = change;
  expect((await signOn(kit, company, 'grace')).reply).toMatchObject(FAILED);
  const members = await kit.lab.db.selectFrom('memberships').select('id').where('account_id', '=', company.accountId).execute();
  expect(members).toHaveLength(1);
  expect((await auditOf(kit, company)).at(-1)).toMatchObject({ action: 'completeSingleSignOn.refused' });
});

test('tolerates a clock difference of half a minute', async () => {
  kit.provider.changeToken = ({ header, claims, sign }) => sign(header, { ...claims, exp: now() - 30, iat: now() + 30 });
  expect((await signOn(kit, company, 'grace')).reply.status).toBe(201);
});

test.each([
  ['unverified', { email_verified: false }, /trust_email/],
  ['not called verified', { email_verified: undefined }, /trust_email/],
  ['unverified, although its domain is', { email_verified: false, xms_edov: true }, /trust_email/],
  ['of another domain', { email: 'grace@gmail.com' }, /domain/],
  ['missing', { email: undefined }, /does not send/],
])('refuses an email address that is %s', async (_what, more, message) => {
  const { reply } = await signOn(kit, company, 'grace', more);
  expect(reply).toMatchObject({ status: 403, body: { code: 'single_sign_on_refused', message: expect.stringMatching(message) } });
});

test.each([
  ['is absent', { email_verified: undefined }],
  ['is false', { email_verified: false }],
])('trust_email accepts an address whose email_verified %s, in verified domains alone', async (_what, more) => {
  const trusting = await givenCompany(kit, { default_role: 'technical', trust_email: true });
  expect((await signOn(kit, trusting, 'grace', more)).reply).toMatchObject({ status: 201, body: { purpose: 'sign_in' } });
  for (const email of ['grace@gmail.com', company.of('grace'), `grace@sub.${trusting.domain}`]) {
    const { reply } = await signOn(kit, trusting, 'alan', { ...more, email });
    expect(reply).toMatchObject({ status: 403, body: { message: expect.stringMatching(/domain/) } });
  }
  // The owner still has to test the provider in a session of their own.
  await kit.lab.db
    .updateTable('users')
    .set({ email: trusting.of('owner') })
    .where('id', '=', trusting.userId)
    .execute();
  expect((await signOn(kit, trusting, 'owner', more)).reply).toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/owner/) },
  });
});

test('accepts an address whose domain Entra ID has verified', async () => {
  const { reply } = await signOn(kit, company, 'grace', { email_verified: undefined, xms_edov: '1' });
  expect(reply).toMatchObject({ status: 201, body: { purpose: 'sign_in' } });
});

test('refuses addresses of a domain that is no longer verified', async () => {
  const { url, headers } = await begun();
  const body = await kit.provider.visit(url);
  await kit.lab.db.deleteFrom('identity_domains').where('provider_id', '=', company.providerId).execute();
  expect(await complete(body, headers)).toMatchObject({ status: 403, body: { code: 'single_sign_on_refused' } });
});

test('fetches keys once, and again after the provider rotates its signing key', async () => {
  await signOn(kit, company, 'grace');
  const fetches = () => kit.provider.asked.filter((path) => path === '/jwks').length;
  const before = fetches();
  await signOn(kit, company, 'grace');
  expect(fetches()).toBe(before);
  kit.provider.rotate();
  elapsed += 11_000;
  expect((await signOn(kit, company, 'grace')).reply.status).toBe(201);
  expect(fetches()).toBe(before + 1);
});

describe('a provider that', () => {
  const tokens = (handle: NonNullable<TestProvider['instead']>): void => {
    kit.provider.instead = (request, response) => request.url === '/token' && handle(request, response);
  };
  const attempt = async () => (await signOn(kit, company, 'grace')).reply;

  test('does not answer fails the sign-in', async () => {
    tokens(() => true);
    expect(await attempt()).toMatchObject(FAILED);
  });

  test('sends an unbounded response is cut off', async () => {
    tokens((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      // Does not write in the callback itself: Node 26 calls it at once on a closed connection, which would block the event loop.
      const write = () => void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(write)));
      write();
      return true;
    });
    expect(await attempt()).toMatchObject(FAILED);
  });

  test('redirects into our network is not followed', async () => {
    let reached = 0;
    const inside = createServer((_request, response) => {
      reached += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as AddressInfo;
    tokens((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/` }).end();
      return true;
    });
    expect(await attempt()).toMatchObject(FAILED);
    // Endpoints that the metadata places at this address are not requested either.
    elapsed += 700_000;
    kit.provider.instead = (request, response) => {
      if (!request.url?.startsWith('/.well-known/')) return false;
      const url = (path: string) => `${kit.provider.issuer}${path}`;
      const metadata = { issuer: kit.provider.issuer, authorization_endpoint: url('/auth'), jwks_uri: url('/jwks') };
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ ...metadata, token_endpoint: `http://127.0.0.1:${port}/token`, response_types_supported: ['code'] }),
      );
      return true;
    };
    expect(await attempt()).toMatchObject(FAILED);
    expect(reached).toBe(0);
    elapsed += 700_000;
    inside.close();
  });

  test('returns a script URL, a private address, another issuer or too much data is refused', async () => {
    for (const [said, answer] of [
      [{}, { status: 201 }],
      [{ authorization_endpoint: 'javascript:alert(1)' }, FAILED],
      [{ authorization_endpoint: 'https://10.0.0.7/auth' }, FAILED],
      [{ issuer: other.issuer }, FAILED],
      [{ padding: 'x'.repeat(300_000) }, FAILED],
    ] as const) {
      elapsed += 700_000;
      kit.provider.instead = (request, response) => {
        if (!request.url?.startsWith('/.well-known/')) return false;
        const url = (path: string) => `${kit.provider.issuer}${path}`;
        const metadata = {
          issuer: kit.provider.issuer,
          authorization_endpoint: url('/auth'),
          token_endpoint: url('/token'),
          jwks_uri: url('/jwks'),
        };
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ ...metadata, ...said }));
        return true;
      };
      const reply = await kit.lab.call(
        'beginSingleSignOn',
        { body: { email: company.of('grace') } },
        { headers: { origin: ORIGIN } },
      );
      expect(reply).toMatchObject(answer);
    }
    elapsed += 700_000;
  });

  test("is down does not prevent the owner's password sign-in, even if the provider is required", async () => {
    const gone = await openTestProvider();
    await gone.close();
    await kit.lab.db
      .updateTable('identity_providers')
      .set({ issuer: gone.issuer, required: true })
      .where('id', '=', company.providerId)
      .execute();
    const reply = await kit.lab.call(
      'beginSingleSignOn',
      { body: { email: company.of('grace') } },
      { headers: { origin: ORIGIN } },
    );
    expect(reply).toMatchObject(FAILED);
    await givenPassword(kit.lab.db, company);
    const body = { email: company.email, password: PASSWORD };
    expect((await kit.lab.call('createSession', { body })).status).toBe(201);
  });
});

test('accepts an address from UserInfo only for the same subject', async () => {
  const own = await openKit({}, { userinfo: true });
  const company = await givenCompany(own, { default_role: 'technical' });
  expect((await signOn(own, company, 'grace')).reply.status).toBe(201);
  own.provider.instead = (request, response) => {
    if (request.url !== '/me') return false;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ sub: 'another', email: company.of('boss'), email_verified: true }));
    return true;
  };
  expect((await signOn(own, company, 'grace')).reply).toMatchObject(FAILED);
  await own.close();
});

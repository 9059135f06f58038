/**
 * Tests the authorization of every operation against its entry in the contract: roles, networks, tokens for certain servers, and sessions.
 * token.test.ts tests missing, unknown, revoked, expired and read-only tokens. owner.test.ts tests other accounts.
 */
import { allowsServerScopedTokens } from '@innkeeper/contract/common';
import { failuresOf, type OperationName } from '@innkeeper/contract/operations';
import { rolesOf } from '@innkeeper/contract/roles';
import { createToken, type NewToken } from '@innkeeper/db/tables/tokens';
import { ROLES, type Role } from '@innkeeper/model/people/roles';
import { days, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenAccount, givenServer } from '../given.ts';
import { givenSession } from '../given-sessions.ts';
import { openSetup, operations, requestFor, type Setup } from './setup.ts';

const HERE = '192.0.2.1';

let setup: Setup;
const tokens = { elsewhere: '', here: '', ofServer: '', ofAnother: '' };
const sessions: Record<'valid' | 'old' | 'ended' | 'expired' | 'idle', Record<string, string>> = {
  ...{ valid: {}, old: {}, ended: {}, expired: {}, idle: {} },
};
const ofRoles = new Map<Role, string>();

beforeAll(async () => {
  setup = await openSetup({ trustProxy: ['127.0.0.1'] });
  const { lab, me } = setup;
  const make = async (fields: Partial<NewToken>) =>
    (await createToken(lab.db, { ...me, name: 'given', abilities: ['write', 'account'], ...fields })).token;
  tokens.elsewhere = await make({ networks: ['198.51.100.0/24', '2001:db8::/32'] });
  tokens.here = await make({ networks: ['192.0.2.0/24'] });
  tokens.ofServer = await make({ servers: [me.has.server] });
  tokens.ofAnother = await make({ servers: [await givenServer(lab.db, { accountId: me.accountId })] });
  for (const which of Object.keys(sessions) as (keyof typeof sessions)[]) {
    const { id, headers } = await givenSession(lab.db, me);
    sessions[which] = headers;
    const ago = (ms: number) => new Date(Date.now() - ms);
    const changes = {
      ...{ valid: {}, ended: { ended_at: ago(0) }, expired: { expires_at: ago(0) } },
      ...{ old: { authenticated_at: ago(minutes(16)) }, idle: { last_used_at: ago(days(4)) } },
    }[which];
    if (which !== 'valid') await lab.db.updateTable('sessions').set(changes).where('id', '=', id).execute();
  }
  ofRoles.set('owner', me.token);
  for (const role of ROLES) {
    if (role === 'owner') continue;
    const { userId } = await givenAccount(lab.db);
    await lab.db.insertInto('memberships').values({ account_id: me.accountId, user_id: userId, role }).execute();
    ofRoles.set(role, await make({ userId }));
  }
});
afterAll(() => setup.lab.close());

const ask = (name: OperationName, token: string) =>
  setup.send(requestFor(name, setup.me, { token, headers: { 'x-forwarded-for': HERE, 'x-forwarded-proto': 'https' } }));

/** Sends a request with an unknown query parameter. The parameter is refused only after authorization, so the account does not change. */
const refusedLater = (name: OperationName, token: string, query = {}) =>
  setup.send(requestFor(name, setup.me, { token, query: { ...query, unknown: '1' } }));
const ADMITTED = { status: 422, body: { errors: { unknown: expect.anything() } } };

/** Sends a request with an unknown query parameter in a browser session. */
function bySession(name: OperationName, headers: Record<string, string>) {
  const { headers: _token, ...request } = requestFor(name, setup.me, { query: { unknown: '1' } });
  return setup.send({ ...request, headers: { 'content-type': 'application/json', ...headers } });
}

const ofEverybody = operations(({ anonymous }) => anonymous !== true);

describe.each(ofEverybody)('$name', ({ name, operation }) => {
  it('returns 401 from a network that the token does not allow', async () => {
    expect(await ask(name, tokens.elsewhere)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    if (operation.ability === 'read') expect((await ask(name, tokens.here)).status).not.toBe(401);
  });

  it(`is ${allowsServerScopedTokens(operation) ? 'allowed' : '403'} for a token of the server, and 403 for one of another`, async () => {
    const refused = { status: 403, body: { code: 'out_of_scope' } };
    if (!allowsServerScopedTokens(operation)) expect(await ask(name, tokens.ofServer)).toMatchObject(refused);
    else if (operation.ability === 'read') expect(await ask(name, tokens.ofServer)).not.toMatchObject(refused);
    const other = await ask(name, tokens.ofAnother);
    if (operation.catalogue) expect(other).not.toMatchObject(refused);
    else expect(other).toMatchObject(refused);
    expect(failuresOf(name).includes('out_of_scope')).toBe(!operation.catalogue);
  });

  it.each(ROLES)('is allowed for a member with the role %s if its entry says so', async (role) => {
    const token = ofRoles.get(role) ?? '';
    if (rolesOf(operation).includes(role)) expect(await refusedLater(name, token)).toMatchObject(ADMITTED);
    else expect(await ask(name, token)).toMatchObject({ status: 403, body: { code: 'insufficient_role' } });
    if (operation.supportsDryRun) expect(await refusedLater(name, token, { dry_run: 'true' })).toMatchObject(ADMITTED);
  });

  it(`is allowed for a session${operation.requiresReauthentication ? ' with recent authentication' : ''}, and 401 if it has ended or expired`, async () => {
    const with_ = (headers: Record<string, string>) => bySession(name, headers);
    expect(await with_(sessions.valid)).toMatchObject(ADMITTED);
    for (const headers of [sessions.ended, sessions.expired, sessions.idle])
      expect(await with_(headers)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    const old = await with_(sessions.old);
    if (operation.requiresReauthentication)
      expect(old).toMatchObject({ status: 403, body: { code: 'reauthentication_required' } });
    else expect(old).toMatchObject(ADMITTED);
    const foreign = await with_({ ...sessions.valid, origin: 'https://evil.example.com' });
    if (operation.method === 'GET') expect(foreign).toMatchObject(ADMITTED);
    else expect(foreign).toMatchObject({ status: 403, body: { code: 'foreign_origin' } });
  });
});

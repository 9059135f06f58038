import { tokensIn } from '@innkeeper/model/people/token-text';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount, givenServer } from '../../given.ts';

const now = Date.now();
const clock = { now: () => new Date(now) };
let lab: Lab;
beforeAll(async () => {
  lab = await openLab({
    clock,
    trustProxy: ['127.0.0.1'],
    openBucket: () => () => ({ limit: 1000, remaining: 999 }),
    settings: { tokensPerAccount: 8 },
  });
});
afterAll(() => lab.close());

const create = (who: { token: string }, body: object) =>
  lab.call('createToken', { body: { name: 'given', abilities: ['write'], ...body } }, { token: who.token });
const made = async (who: { token: string }, body: object = {}) => {
  const reply = await create(who, body);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body as { id: number; token: string };
};
const status = async (token: string) => (await lab.call('getBalance', {}, { token })).status;
const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });
const refused = (field: string, sentence: RegExp) => ({
  status: 422,
  body: { errors: { [field]: [expect.stringMatching(sentence)] } },
});
const linesOf = async ({ accountId }: GivenAccount) =>
  (await lab.db.selectFrom('audit_log').select('action').where('account_id', '=', accountId).orderBy('id').execute()).map(
    ({ action }) => action,
  );

test('a token is created, listed, changed and deleted, and only one reply contains its secret', async () => {
  const me = await givenAccount(lab.db);
  const given = { name: 'deploy', abilities: ['read'], allowed_networks: ['2001:db8::7', '192.0.2.7/24'] };
  const expires_at = new Date(now + 86_400_000).toISOString();
  const { status: code, body } = await create(me, { ...given, expires_at });
  const { token, ...shown } = body;
  expect(code).toBe(201);
  expect(tokensIn(token)).toEqual([token]);
  expect(shown).toMatchObject({
    name: 'deploy',
    abilities: ['read'],
    hint: token.slice(0, 7),
    last_used_at: null,
    last_used_from: null,
  });
  expect(shown.allowed_networks).toEqual(['192.0.2.0/24', '2001:db8::7/128']);
  expect(Date.parse(shown.expires_at)).toBe(Date.parse(expires_at));
  const listed = await lab.call('listTokens', {}, me);
  expect(listed.body.data.map(({ id }: { id: number }) => id)).toEqual([me.tokenId, shown.id]);
  expect(listed.body.data[1]).toEqual(shown);
  expect(listed.text).not.toContain(token);

  const params = { id: shown.id };
  const changed = await lab.call('updateToken', { params, body: { name: 'renamed', allowed_networks: [] } }, me);
  expect(changed).toMatchObject({ status: 200, body: { ...shown, name: 'renamed', allowed_networks: [] } });
  expect(await status(token)).toBe(200);
  expect(await lab.call('deleteToken', { params }, me)).toMatchObject({ status: 204 });
  await vi.waitFor(async () => expect(await status(token)).toBe(401), { timeout: 20_000 });
  for (const name of ['updateToken', 'deleteToken', 'rotateToken'] as const)
    expect(await lab.call(name, { params, ...(name === 'updateToken' && { body: { name: 'x' } }) }, me)).toMatchObject({
      status: 404,
    });
  expect((await lab.call('listTokens', {}, me)).body.data).toHaveLength(1);
  expect(await linesOf(me)).toEqual(['createToken', 'updateToken', 'deleteToken']);
});

test('a repeat with the same key creates another token, since no secret is stored', async () => {
  const me = await givenAccount(lab.db);
  const headers = { 'idempotency-key': 'once' };
  const call = () => lab.call('createToken', { body: { name: 'a', abilities: ['read'] } }, { ...me, headers });
  const [first, second] = [(await call()).body, (await call()).body];
  expect(second.token).not.toBe(first.token);
  const stored = await lab.db.selectFrom('idempotency_keys').selectAll().where('account_id', '=', me.accountId).execute();
  expect(stored).toEqual([]);
});

test('refuses invalid input at its field, and limits the tokens of an account', async () => {
  const me = await givenAccount(lab.db);
  const other = await givenAccount(lab.db);
  const theirs = await givenServer(lab.db, { accountId: other.accountId });
  expect(await create(me, { expires_at: new Date(now).toISOString() })).toMatchObject(refused('expires_at', /future/));
  expect(await create(me, { server_ids: [999_999] })).toMatchObject(refused('server_ids.0', /server does not exist/));
  expect(await create(me, { server_ids: [theirs] })).toMatchObject({ status: 403, body: { code: 'not_yours' } });
  expect(await create(me, { allowed_networks: ['10.0.0.0/33'] })).toMatchObject(refused('allowed_networks.0', /./));
  expect(await create(me, { monthly_cap: -1 })).toMatchObject(refused('monthly_cap', /./));
  for (let n = 1; n < 8; n += 1) await made(me);
  expect(await create(me, {})).toMatchObject({
    status: 422,
    body: { code: 'wrong_state', message: expect.stringMatching(/at most 8/) },
  });
});

test('ten concurrent requests do not exceed the token limit of the account', async () => {
  const me = await givenAccount(lab.db);
  const replies = await Promise.all(Array.from({ length: 10 }, () => create(me, {})));
  expect(replies.filter((reply) => reply.status === 201)).toHaveLength(7);
});

test('works only from its networks, and a change of them takes effect', async () => {
  const me = await givenAccount(lab.db);
  const { id, token } = await made(me, { allowed_networks: ['192.0.2.0/24'] });
  const ask = (address: string, path = '/v1/balance') =>
    lab.send({ method: 'GET', url: path, headers: { authorization: `Bearer ${token}`, ...from(address) } });
  expect(await ask('192.0.2.200')).toMatchObject({ status: 200 });
  for (const address of ['192.0.3.1', '2001:db8::1', '::ffff:198.51.100.1'])
    expect(await ask(address)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated', message: expect.stringMatching(/address/) },
    });
  // Cached replies do not bypass the network check.
  for (let i = 0; i < 3; i += 1) expect((await ask('192.0.2.200', '/v1/ssh-keys')).status).toBe(200);
  expect((await ask('192.0.3.1', '/v1/ssh-keys')).status).toBe(401);
  await lab.call('updateToken', { params: { id }, body: { allowed_networks: ['198.51.100.0/24'] } }, me);
  await vi.waitFor(async () => expect((await ask('192.0.2.200', '/v1/ssh-keys')).status).toBe(401), { timeout: 20_000 });
  expect((await ask('198.51.100.9')).status).toBe(200);
});

test('refuses networks of IPv4 in IPv6 form, because clients have their IPv4 address', async () => {
  const me = await givenAccount(lab.db);
  expect(await create(me, { allowed_networks: ['192.0.2.0/24', '::ffff:192.0.2.0/120'] })).toMatchObject({
    status: 422,
    body: { errors: { 'allowed_networks.1': [expect.stringContaining('::ffff:')] } },
  });
});

test('shows the time and network of the last use', async () => {
  const me = await givenAccount(lab.db);
  const { id, token } = await made(me);
  await lab.send({ method: 'GET', url: '/v1/balance', headers: { authorization: `Bearer ${token}`, ...from('192.0.2.55') } });
  await vi.waitFor(
    async () => {
      const { data } = (await lab.call('listTokens', {}, me)).body;
      const used = data.find((one: { id: number }) => one.id === id);
      expect(used).toMatchObject({ last_used_at: expect.any(String), last_used_from: '192.0.2.55' });
    },
    { timeout: 20_000 },
  );
});

test('no token can grant another more than it has', async () => {
  const me = await givenAccount(lab.db, { abilities: ['read', 'write'] });
  const soon = new Date(now + 3_600_000).toISOString();
  const later = new Date(now + 7_200_000).toISOString();
  // The test itself sends requests from this network.
  const bound = await made(me, { expires_at: soon, allowed_networks: ['127.0.0.0/8'] });
  expect(await create(bound, {})).toMatchObject(refused('expires_at', /later/));
  expect(await create(bound, { expires_at: later })).toMatchObject(refused('expires_at', /later/));
  expect(await create(bound, { expires_at: soon })).toMatchObject(refused('allowed_networks', /within/));
  const within = await made(bound, { expires_at: soon, allowed_networks: ['127.0.0.1'] });
  const params = { id: bound.id };
  expect(await lab.call('updateToken', { params, body: { allowed_networks: [] } }, bound)).toMatchObject(
    refused('allowed_networks', /within/),
  );
  expect(await lab.call('updateToken', { params, body: { name: 'mine' } }, bound)).toMatchObject({ status: 200 });
  // The secret of a stronger token would grant its powers.
  expect(await lab.call('rotateToken', { params: { id: me.tokenId } }, bound)).toMatchObject(refused('expires_at', /later/));
  expect(await lab.call('rotateToken', { params: { id: within.id } }, bound)).toMatchObject({ status: 200 });
});

test('a token with a spending cap cannot create one that can spend', async () => {
  const me = await givenAccount(lab.db, { abilities: ['read', 'write'] });
  const capped = await made(me, { monthly_cap: 10 });
  expect((await lab.call('listTokens', {}, me)).body.data.at(-1)).toMatchObject({ id: capped.id, monthly_cap: 10 });
  expect(await create(capped, { monthly_cap: 1 })).toMatchObject(refused('monthly_cap', /Must be 0/));
  expect(await create(capped, {})).toMatchObject(refused('monthly_cap', /Must be 0/));
  expect(await create(capped, { monthly_cap: 0 })).toMatchObject({ status: 201 });
  expect(await create(capped, { abilities: ['read'] })).toMatchObject({ status: 201 });
  expect(await lab.call('rotateToken', { params: { id: me.tokenId } }, capped)).toMatchObject(refused('monthly_cap', /./));
  expect(await lab.call('rotateToken', { params: { id: capped.id } }, capped)).toMatchObject({
    status: 200,
    body: { monthly_cap: 10 },
  });
});

test('members have their own tokens; those who manage members can see and delete all', async () => {
  const owner = await givenAccount(lab.db);
  const [technical, admin] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  for (const [member, role] of [
    [technical, 'technical'],
    [admin, 'admin'],
  ] as const) {
    await lab.db.insertInto('memberships').values({ account_id: owner.accountId, user_id: member.userId, role }).execute();
    await lab.db.updateTable('access_tokens').set({ account_id: owner.accountId }).where('id', '=', member.tokenId).execute();
  }
  const ids = async (who: GivenAccount) => (await lab.call('listTokens', {}, who)).body.data.map(({ id }: { id: number }) => id);
  expect(await ids(technical)).toEqual([technical.tokenId]);
  expect((await ids(admin)).sort()).toEqual([owner.tokenId, technical.tokenId, admin.tokenId].sort());
  const others = { status: 403, body: { code: 'not_yours' } };
  const params = { id: owner.tokenId };
  for (const who of [technical, admin]) {
    expect(await lab.call('rotateToken', { params }, who)).toMatchObject(others);
    expect(await lab.call('updateToken', { params, body: { name: 'x' } }, who)).toMatchObject(others);
  }
  expect(await lab.call('deleteToken', { params }, technical)).toMatchObject(others);
  expect(await lab.call('deleteToken', { params: { id: technical.tokenId } }, admin)).toMatchObject({ status: 204 });
});

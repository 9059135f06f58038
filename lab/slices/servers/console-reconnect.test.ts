/** Tests reconnecting to a screen: a page exchanges the secret of its address for a ticket and the next secret. */
import { updateServer } from '@innkeeper/db/tables/servers';
import { createToken, revokeToken } from '@innkeeper/db/tables/tokens';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { openConsoleClient } from '../../console-client.ts';
import { type FakeVnc, openFakeVnc } from '../../fake-vnc.ts';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '../../given.ts';
import { givenSession } from '../../given-sessions.ts';

let lab: Lab;
let screen: FakeVnc;
let address: string;
let owner: GivenAccount;
let id: number;
beforeAll(async () => {
  screen = await openFakeVnc();
  lab = await openLab({ guests: () => screen });
  address = await lab.app.listen({ port: 0, host: '127.0.0.1' });
  await givenNode(lab.db);
  owner = await givenAccount(lab.db);
  id = await givenServer(lab.db, { accountId: owner.accountId });
});
afterAll(async () => {
  await lab.close();
  await screen.close();
});

type Renewed = { secret: string; next: string };
const renew = async (secret: string, headers = {}) => {
  const reply = await fetch(`${address}/v1/console/${secret}/renew`, { method: 'POST', headers });
  return { status: reply.status, body: (await reply.json()) as Renewed };
};
/** Returns the secret of a new address of the screen. */
const newSecret = async (token = owner.token): Promise<string> => {
  const { body } = await lab.call('openConsole', { params: { id } }, { token });
  return body.url.split('/').at(-1) ?? '';
};

test('a page exchanges its secret for a console ticket and the next secret, and can repeat that for a minute', async () => {
  const secret = await newSecret();
  const first = await renew(secret);
  expect(first).toMatchObject({ status: 200, body: { running: true, server: { id } } });
  const client = await openConsoleClient(`${address.replace('http', 'ws')}/v1/console/${first.body.secret}`, { origin: address });
  client.socket.close();
  await updateServer(lab.db, id, { power: 'stopped' });
  const second = await renew(first.body.next);
  expect(second).toMatchObject({ status: 200, body: { running: false } });
  await updateServer(lab.db, id, { power: 'running' });
  // A page repeats this if the reply was lost.
  expect((await renew(first.body.next)).status).toBe(200);
  await sql`update console_tickets set expires_at = expires_at - interval '1 minute'`.execute(lab.db);
  expect((await renew(first.body.next)).status).toBe(404);
  expect((await renew(second.body.next)).status).toBe(200);
});

test('reconnecting stops after 12 hours, or when the token or the server ends', async () => {
  const token = await createToken(lab.db, {
    accountId: owner.accountId,
    userId: owner.userId,
    name: 'page',
    abilities: ['write'],
  });
  const { next } = (await renew(await newSecret(token.token))).body;
  await sql`update console_tickets set renewable_until = renewable_until - interval '12 hours'`.execute(lab.db);
  expect((await renew(next)).status).toBe(404);
  await sql`update console_tickets set renewable_until = renewable_until + interval '12 hours'`.execute(lab.db);
  await updateServer(lab.db, id, { status: 'terminated', power: 'absent', holds_capacity: false, ended_at: new Date() });
  expect((await renew(next)).status).toBe(404);
  await updateServer(lab.db, id, { status: 'active', power: 'running', holds_capacity: true, ended_at: null });
  const third = await renew(next);
  expect(third.status).toBe(200);
  await lab.db.transaction().execute((trx) => revokeToken(trx, token.id, new Date()));
  expect((await renew(third.body.next)).status).toBe(404);
});

test('limits the number of secrets per account', async () => {
  const secret = await newSecret();
  await sql`insert into console_tickets (secret_hash, account_id, token_id, server_id, expires_at, renewable_until)
    select sha256(('x' || n)::bytea), account_id, token_id, server_id, expires_at, renewable_until
    from console_tickets, generate_series(1, 500) as n where secret_hash = sha256(${secret}::bytea)`.execute(lab.db);
  expect(await renew(secret)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  await sql`delete from console_tickets`.execute(lab.db);
});

test('a page of another origin cannot redeem a secret', async () => {
  const secret = await newSecret();
  expect((await renew(secret, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await renew(secret, { origin: address })).status).toBe(200);
});

test('an address is invalid once its session switches to another account', async () => {
  const other = await givenAccount(lab.db);
  await lab.db
    .insertInto('memberships')
    .values({ account_id: other.accountId, user_id: owner.userId, role: 'technical' })
    .execute();
  const { headers } = await givenSession(lab.db, owner);
  const { url } = (await lab.call('openConsole', { params: { id } }, { headers })).body;
  expect((await renew(url.split('/').at(-1))).status).toBe(200);
  expect((await lab.call('updateSession', { body: { account_id: other.accountId } }, { headers })).status).toBe(200);
  expect((await renew(url.split('/').at(-1))).status).toBe(404);
  await expect(openConsoleClient(`${address.replace('http', 'ws')}/v1/console/${url.split('/').at(-1)}`)).rejects.toThrow(
    'refused with 404',
  );
});

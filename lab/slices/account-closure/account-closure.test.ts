/**
 * Tests closing an account. It is refused while something prevents it, and can be undone in time. Afterwards only the data remain that the
 * law requires to be kept.
 */
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { createToken } from '@innkeeper/db/tables/tokens';
import { closeAccounts } from '@innkeeper/jobs/close-accounts';
import { OBSTACLE_CODES } from '@innkeeper/model/people/account-closing';
import { KEPT_TABLES } from '@innkeeper/model/personal-data/retention';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { givenResources } from '../../cross-cutting/resources.ts';
import { type GivenAccount, givenAccount, givenServer, givenSshKey } from '../../given.ts';
import { givenExport } from '../../given-account-exports.ts';
import { givenJobCx } from '../../given-cx.ts';
import { givenEmailChange } from '../../given-email-changes.ts';
import { givenFirewall } from '../../given-firewalls.ts';
import { givenPaidOrder, givenSeller, issueNow } from '../../given-invoices.ts';
import { givenInvitation, givenMember } from '../../given-members.ts';
import { givenPasskey } from '../../given-passkeys.ts';
import { givenPassword, givenSession } from '../../given-sessions.ts';
import { givenStaff } from '../../given-staff.ts';
import { givenSupportAccess } from '../../given-support-access.ts';
import { givenAttachment, givenTicket } from '../../given-tickets.ts';
import { givenDelivery, givenWebhook } from '../../given-webhooks.ts';

let lab: Lab;
let worker: OpenDatabase;
let now = Date.parse('2027-03-10T12:00:00Z');
const clock = { now: () => new Date(now) };
beforeAll(async () => {
  lab = await openLab({ clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), max: 2, clock });
  await givenSeller(lab.db);
});
afterAll(async () => {
  await worker.close();
  await lab.close();
});

const close = (who: GivenAccount, email = who.email) => lab.call('createAccountClosure', { body: { email } }, who);
const get = async (who: GivenAccount) => (await lab.call('getAccountClosure', {}, who)).body;
const rename = (who: GivenAccount) => lab.call('updateUser', { body: { city: 'Vienna' } }, { token: who.token });
const run = (atATime?: number) => closeAccounts(givenJobCx(worker.db, { clock }), atATime === undefined ? {} : { atATime });
const rowOf = ({ accountId }: GivenAccount) =>
  lab.db.selectFrom('accounts').selectAll().where('id', '=', accountId).executeTakeFirstOrThrow();

/** Returns the number of rows that contain one of the words, by table. */
async function whereStands(...words: string[]): Promise<Record<string, number>> {
  const patterns = words.map((word) => `%${word}%`);
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    lab.db,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const count = sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t where t::text ilike any(${patterns})`;
    const n = (await count.execute(lab.db)).rows[0]?.n ?? 0;
    if (n > 0) found[name] = n;
  }
  return found;
}

/** Inserts an account with one resource of each kind, none of which prevents its closing. */
async function givenPerson(): Promise<GivenAccount> {
  const { db } = lab;
  const me = await givenAccount(db);
  const { accountId, userId, email } = me;
  const said = 'Zdenka Nadel';
  await db.updateTable('users').set({ name: said }).where('id', '=', userId).execute();
  const billing = {
    name: said,
    address: 'Nadelgasse 77',
    city: 'Wien',
    phone_number: '+43 1 777',
    tech_email: 'nadel@example.net',
  };
  await db.updateTable('accounts').set(billing).where('id', '=', accountId).execute();
  await givenPassword(db, me);
  await givenPasskey(db, me);
  await db.updateTable('user_passkeys').set({ name: 'nadel' }).where('user_id', '=', userId).execute();
  await givenSession(db, me, clock.now());
  await db.updateTable('sessions').set({ user_agent: 'Nadelfox' }).where('user_id', '=', userId).execute();
  await db.updateTable('access_tokens').set({ name: 'nadel' }).where('account_id', '=', accountId).execute();
  await givenEmailChange(db, { userId, email, to: 'nadel@example.net', now: clock.now() });
  await givenInvitation(db, { accountId, email: 'nadel@example.net' });
  await givenSshKey(db, { accountId, name: 'nadel' });
  await givenFirewall(db, { accountId, name: 'nadel' });
  const webhook = await givenWebhook(db, me, { url: 'https://nadel.example.com/', name: 'nadel' });
  await givenDelivery(db, webhook, { body: 'nadel' });
  await givenExport(db, me);
  await givenSupportAccess(db, { accountId, staffId: (await givenStaff(db, { role: 'support' })).id, now: clock.now() });
  await db
    .insertInto('account_notes')
    .values({ account_id: accountId, written_by: 'root', text: 'Nadel', created_at: clock.now() })
    .execute();
  const ticketId = await givenTicket(db, { accountId, user_id: userId, subject: 'Nadel' });
  await givenAttachment(db, { accountId, ticketId, name: 'nadel.txt' });
  await db.updateTable('ticket_messages').set({ content: said, user_id: userId }).where('ticket_id', '=', ticketId).execute();
  const server = await givenServer(db, {
    accountId,
    status: 'terminated',
    power: 'absent',
    hostname: 'nadel.example.com',
    startup_script: 'nadel',
  });
  await db.insertInto('cancel_requests').values({ service_id: server, now: true, reason: 'Nadel' }).execute();
  const asked = { email, language: 'en', created_at: clock.now(), account_id: accountId, outcome: 'account' as const };
  await db.insertInto('sign_ups').values(asked).execute();
  const terms = { account_id: accountId, user_id: userId, version: '1', url: 'https://example.com/', accepted_at: clock.now() };
  await db
    .insertInto('terms_acceptances')
    .values({ ...terms, accepted_from: '203.0.113.77' })
    .execute();
  const mail = { source: 'pipe' as const, bytes: 5, sha256: 'a'.repeat(64), handled_at: clock.now(), outcome: 'reply' as const };
  await db
    .insertInto('received_mails')
    .values({ ...mail, received_at: clock.now(), from_address: email, subject: 'Nadel', ticket_id: ticketId })
    .execute();
  await givenPaidOrder(db, { accountId });
  await issueNow(db, clock);
  const reply = { account_id: accountId, key: 'nadel', fingerprint: Buffer.alloc(32), status: 200, headers: '{}', body: 'nadel' };
  await db.insertInto('idempotency_keys').values(reply).execute();
  return me;
}

test('closes an account only with the email address of its owner; it is then read-only until the closure is undone', async () => {
  const me = await givenAccount(lab.db);
  await givenMember(lab.db, { accountId: me.accountId, role: 'read-only' });
  expect(await close(me, 'other@example.org')).toMatchObject({ status: 422, body: { errors: { email: expect.anything() } } });
  const session = await givenSession(lab.db, me, clock.now());
  const closes_at = new Date(now + days(14)).toISOString().replace('.000Z', 'Z');
  const asked = await close(me, me.email.toUpperCase());
  expect(asked).toMatchObject({ status: 201, body: { status: 'closing', obstacles: [] } });
  expect(Date.parse(asked.body.closes_at)).toBe(Date.parse(closes_at));
  for (const credentials of [{ token: me.token }, { headers: session.headers }]) {
    const change = () => lab.call('updateUser', { body: { city: 'Vienna' } }, credentials);
    await expect.poll(async () => (await change()).body.code, { timeout: 20_000 }).toBe('account_suspended');
    expect((await lab.call('getUser', {}, credentials)).status).toBe(200);
  }
  expect((await lab.call('createAccountExport', {}, me)).status).toBe(201);
  expect(await close(me)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  const mailed = async (template: string) => {
    const mails = lab.db
      .selectFrom('mails')
      .select('address')
      .where('template', '=', template)
      .where('account_id', '=', me.accountId);
    return (await mails.execute()).length;
  };
  expect(await mailed('account-closing')).toBe(2);
  expect((await lab.call('deleteAccountClosure', {}, me)).status).toBe(204);
  await expect.poll(async () => (await rename(me)).status, { timeout: 20_000 }).toBe(200);
  expect(await mailed('account-stays')).toBe(2);
  expect(await lab.call('deleteAccountClosure', {}, me)).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  now += days(15);
  expect(await run()).toBe(0);
  expect(await rowOf(me)).toMatchObject({ closed_at: null });
});

test('does not close an account that got a new service in the meantime, and alerts the operator', async () => {
  const [me, other] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  for (const one of [me, other]) expect((await close(one)).status).toBe(201);
  await givenServer(lab.db, { accountId: me.accountId });
  now += days(15);
  expect(await run()).toBe(1);
  expect(await rowOf(me)).toMatchObject({ closed_at: null });
  expect(await rowOf(other)).toMatchObject({ closed_at: clock.now(), erased_at: clock.now() });
  const alerts = (await openAlerts(lab.db)).filter(({ key }) => key === `close-accounts:${me.accountId}`);
  expect(alerts).toMatchObject([{ kind: 'due_failed', message: expect.stringContaining('1 service that is not terminated') }]);
  expect((await lab.call('deleteAccountClosure', {}, me)).status).toBe(204);
});

test('after the waiting period, erases personal data except retained records; other members, accounts and books stay', async () => {
  const me = await givenPerson();
  const [other, colleague] = [await givenAccount(lab.db), await givenAccount(lab.db)];
  await lab.db
    .insertInto('memberships')
    .values({ account_id: me.accountId, user_id: colleague.userId, role: 'technical' })
    .execute();
  // A token of an account that the user has left.
  const left = { accountId: other.accountId, userId: me.userId, name: 'nadel', abilities: ['read' as const] };
  await createToken(lab.db, left);
  const words = ['nadel', me.email, '203.0.113.77'];
  expect(await close(me)).toMatchObject({ status: 201 });
  const before = await whereStands(...words);
  const erased = ['users', 'accounts', 'mails', 'sign_ups', 'tickets', 'ticket_messages', 'ticket_attachments', 'received_mails'];
  const more = [
    'sessions',
    'user_passkeys',
    'access_tokens',
    'email_changes',
    'invitations',
    'ssh_keys',
    'firewalls',
    'webhooks',
  ];
  const rest = [
    'event_deliveries',
    'account_notes',
    'server_details',
    'cancel_requests',
    'terms_acceptances',
    'idempotency_keys',
    'invoices',
  ];
  expect(Object.keys(before)).toEqual(expect.arrayContaining([...erased, ...more, ...rest]));
  const others = [await whereStands(other.email), await whereStands(colleague.email)];

  now += days(13);
  expect(await run(2)).toBe(0);
  now += days(2);
  expect(await run(2)).toBe(1);
  expect(await run()).toBe(0);
  expect(Object.keys(await whereStands(...words)).filter((table) => !KEPT_TABLES.includes(table))).toEqual([]);
  expect(Object.keys(await whereStands('nadelgasse'))).toContain('invoices');
  expect(await rowOf(me)).toMatchObject({ closed_at: clock.now(), erased_at: clock.now(), name: '' });
  expect(await whereStands(other.email)).toEqual(others[0]);
  expect((await whereStands(colleague.email)).users).toBe(1);
  expect((await lab.call('getUser', {}, colleague)).status).toBe(200);
  await expect.poll(async () => (await lab.call('getUser', {}, me)).status, { timeout: 20_000 }).toBe(401);
  const members = lab.db.selectFrom('memberships').select('id').where('account_id', '=', me.accountId);
  expect(await members.execute()).toEqual([]);
  await expectBooksClean(lab.db);
  // The address is free again.
  const again = { email: me.email, name: 'Zdenka' };
  expect((await lab.db.insertInto('users').values(again).returning('id').execute()).length).toBe(1);
});

test('a process that dies during the erasure leaves the account closed, and the next process finishes it', async () => {
  const me = await givenPerson();
  expect(await close(me)).toMatchObject({ status: 201 });
  now += days(15);
  // The process closes the account, and ends at the first statement that erases firewalls.
  await sql`create function end_process() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()); return old; end $$`.execute(lab.db);
  await sql`create trigger end_process before delete or update on firewalls for each row execute function end_process()`.execute(
    lab.db,
  );
  await run().catch(() => undefined);
  expect(await rowOf(me)).toMatchObject({ closed_at: clock.now(), erased_at: null });
  await sql`drop trigger end_process on firewalls`.execute(lab.db);
  now += days(1);
  expect(await run()).toBe(1);
  expect(await rowOf(me)).toMatchObject({ erased_at: clock.now() });
  expect(Object.keys(await whereStands('nadel@example.net'))).toEqual([]);
});

test('names each obstacle to closing with its code', async () => {
  const me = await givenAccount(lab.db, { funds: 5_00n });
  const { accountId } = me;
  await givenResources(lab.db, me);
  const codes = async () => (await get(me)).obstacles.map(({ code }: { code: string }) => code);
  const payment = { account_id: accountId, gateway: 'bank' as const, method: 'bank', amount: 100n, currency: 'EUR' };
  const made = lab.db.insertInto('payments').values({ ...payment, kind: 'transfer', reference: `RF${accountId}` });
  const { id } = await made.returning('id').executeTakeFirstOrThrow();
  const dispute = { account_id: accountId, payment_id: id, gateway: 'bank' as const, gateway_id: `d${accountId}`, amount: 100n };
  await lab.db.insertInto('disputes').values(dispute).execute();
  await lab.db
    .insertInto('affiliates')
    .values({
      ...{ account_id: accountId, percentage: 10, pending: 7n },
      ...{ activated_at: clock.now(), next_payout_at: clock.now() },
    })
    .execute();
  await lab.db.updateTable('workflows').set({ state: 'running' }).where('account_id', '=', accountId).execute();
  const found = await codes();
  for (const code of [
    'services',
    'unpaid_orders',
    'disputes',
    'payments',
    'operations',
    'affiliate_earnings',
    'copies',
    'isos',
    'ip_addresses',
    'balance',
  ])
    expect(found).toContain(code);
  expect(found.every((code: never) => OBSTACLE_CODES.includes(code))).toBe(true);
  const refused = await close(me);
  expect(refused).toMatchObject({ status: 422, body: { code: 'wrong_state' } });
  expect(refused.body.message).toContain('services that are not terminated');
  expect(refused.body.message).toContain('500 cents of balance');
  expect(await get(me)).toMatchObject({ status: 'open', closes_at: null });
  await lab.db
    .updateTable('accounts')
    .set({ suspended_at: clock.now(), suspend_reason: 'Spam' })
    .where('id', '=', accountId)
    .execute();
  expect(await codes()).toContain('suspended');
});

test('the closing of a suspended account is refused with the reason and with what its owner can do', async () => {
  const me = await givenAccount(lab.db);
  const suspended = { suspended_at: clock.now(), suspend_reason: 'Spam' };
  await lab.db.updateTable('accounts').set(suspended).where('id', '=', me.accountId).execute();
  expect(await close(me)).toMatchObject({
    status: 403,
    body: {
      code: 'account_suspended',
      message: 'This account is suspended, so it cannot be closed. Open a ticket to contact support. You can export its data.',
    },
  });
  expect(await get(me)).toMatchObject({ status: 'open', obstacles: [{ code: 'suspended' }] });
});

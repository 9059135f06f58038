/** Tests what happens at the moment in which an account is closed. The closing sees such a change, or the change waits for the closing. */
import { randomBytes } from 'node:crypto';
import { type OpenDatabase, openDatabase } from '@innkeeper/db/connect';
import { deposit } from '@innkeeper/db/ledger';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import type { Database } from '@innkeeper/db/schema';
import { closeAccount } from '@innkeeper/db/tables/account-closing';
import { insertMembership } from '@innkeeper/db/tables/users';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { findReferenced } from '@innkeeper/domain/receipts/match-reference';
import { closeAccounts } from '@innkeeper/jobs/close-accounts';
import { makeReference } from '@innkeeper/model/payments/reference';
import { days } from '@innkeeper/model/time/clock';
import { sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { postTransfersNow } from '../../given-payments.ts';

let lab: Lab;
let worker: OpenDatabase;
const clock = { now: () => new Date('2027-03-10T12:00:00Z') };
beforeAll(async () => {
  lab = await openLab({ clock });
  worker = openDatabase({ url: asRole(lab.url, WORKER_ROLE), max: 2, clock });
});
afterAll(async () => {
  await worker.close();
  await lab.close();
});

/** Inserts an account whose closing is due. */
async function givenClosing(): Promise<GivenAccount> {
  const account = await givenAccount(lab.db);
  const at = clock.now().getTime();
  await lab.db
    .updateTable('accounts')
    .set({ closing_asked_at: new Date(at - days(15)), closes_at: new Date(at - days(1)) })
    .where('id', '=', account.accountId)
    .execute();
  return account;
}

/** Runs the job while `meanwhile` is not committed yet, and commits once the job waits for a lock. */
async function closeDuring(meanwhile: (trx: Transaction<Database>) => Promise<unknown>): Promise<void> {
  let closing: Promise<number> | undefined;
  await lab.db.transaction().execute(async (trx) => {
    await meanwhile(trx);
    closing = closeAccounts(givenJobCx(worker.db, { clock }));
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waits.execute(lab.db)).rows.length, { timeout: 20_000 }).toBeGreaterThan(0);
  });
  await closing;
}

const closedAt = async ({ accountId }: GivenAccount) =>
  (await lab.db.selectFrom('accounts').select('closed_at').where('id', '=', accountId).executeTakeFirstOrThrow()).closed_at;
const emailOf = async ({ userId }: GivenAccount) =>
  (await lab.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()).email;
const money = ({ accountId }: GivenAccount) =>
  ({ accountId, amount: 7_00n, gateway: 'bank', paymentMethod: 'bank', description: 'A transfer.', now: clock.now() }) as const;

test('the database refuses to close an account early or twice', async () => {
  const me = await givenClosing();
  const close = (at: Date) => lab.db.transaction().execute((trx) => closeAccount(trx, me.accountId, at));
  expect(await close(new Date(clock.now().getTime() - days(2)))).toBe(false);
  expect(await emailOf(me)).toBe(me.email);
  expect([await close(clock.now()), await close(clock.now())]).toEqual([true, false]);
});

test('a deposit during the closing keeps the account open', async () => {
  const me = await givenClosing();
  await closeDuring((trx) => deposit(trx, money(me)));
  expect(await closedAt(me)).toBeNull();
});

test('a transfer that a statement assigns during the closing keeps the account open until it is posted', async () => {
  const me = await givenClosing();
  const reference = makeReference(randomBytes(12));
  const payment = {
    account_id: me.accountId,
    gateway: 'bank',
    method: 'bank',
    kind: 'transfer',
    amount: 7_00n,
    currency: 'EUR',
  } as const;
  const ended = { state: 'failed', failure_code: 'order_gone', ended_at: clock.now() } as const;
  const row = lab.db.insertInto('payments').values({ ...payment, ...ended, reference });
  const { id: payment_id } = await row.returning('id').executeTakeFirstOrThrow();
  const line = { statement: 's', line: '1', booked_on: '2027-03-10', amount: 7_00n, currency: 'EUR', text: reference };
  await closeDuring(async (trx) => {
    expect((await findReferenced({ db: trx }, [{ text: reference }])).get(reference)).toMatchObject({ isClosed: false });
    await trx
      .insertInto('bank_statement_lines')
      .values({ ...line, payment_id, imported_at: clock.now() })
      .execute();
  });
  expect(await closedAt(me)).toBeNull();
  await postTransfersNow(lab.db);
  await closeAccounts(givenJobCx(worker.db, { clock }));
  expect(await closedAt(me)).toBeNull();
});

test('a user who joins another account during the closing is not erased', async () => {
  const [me, other] = [await givenClosing(), await givenAccount(lab.db)];
  const joining = { accountId: other.accountId, userId: me.userId, role: 'technical' } as const;
  await closeDuring((trx) => insertMembership(trx, joining));
  expect(await closedAt(me)).not.toBeNull();
  expect(await emailOf(me)).toBe(me.email);
});

test('a user with two accounts that are closed at the same time is erased with the second one', async () => {
  const [me, other] = [await givenClosing(), await givenClosing()];
  await lab.db.updateTable('memberships').set({ user_id: me.userId }).where('account_id', '=', other.accountId).execute();
  await closeDuring((trx) => closeAccount(trx, me.accountId, clock.now()));
  expect(await closedAt(other)).not.toBeNull();
  expect(await emailOf(me)).toBe(`erased-${me.userId}@erased.invalid`);
});

test('the audit of the books reports money that arrives for a closed account', async () => {
  const me = await givenClosing();
  await closeAccounts(givenJobCx(worker.db, { clock }));
  expect(await closedAt(me)).not.toBeNull();
  const found = async () => (await auditBooks(lab)).findings.filter((one) => one.startsWith(`Account ${me.accountId} is closed`));
  expect(await found()).toEqual([]);
  await lab.db.transaction().execute((trx) => deposit(trx, money(me)));
  expect(await found()).toEqual([expect.stringContaining('700 cents')]);
});

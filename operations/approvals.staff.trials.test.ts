/** Tests that a waiting request is only validated. The trial of a large act costs no more than that of a small one. */
import type { Database } from '@innkeeper/db/schema';
import { inTransaction } from '@innkeeper/db/transaction';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenWaitingOrder } from '@innkeeper/lab/given-invoices';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { openOperator } from '@innkeeper/lab/operator';
import type { StaffRole } from '@innkeeper/model/people/staff';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { requestApproval, showApproval, voidApprovalsAfter } from './approvals.staff.ts';
import type { StaffCx } from './define.staff.ts';

const now = new Date('2027-03-01T10:00:00Z');
const clock = { now: () => now };
const reason = 'It sends spam.';
let lab: TestDatabase;
let me: GivenAccount;
let tom: GivenStaff;
beforeAll(async () => {
  lab = await openTestDatabase();
  await givenNode(lab.db, { memoryMb: 1024 * 1024 });
});
afterAll(() => lab.close());
beforeEach(async () => {
  me = await givenAccount(lab.db);
  tom = await givenStaff(lab.db, { role: 'technical', now });
  await givenStaff(lab.db, { role: 'technical', now });
});

const as = <T>(role: StaffRole, act: (cx: StaffCx) => Promise<T>, db: Kysely<Database> = lab.db): Promise<T> =>
  inTransaction(db, (trx) => {
    const actor = { kind: 'staff', id: tom.id, name: tom.name, role, accountId: null, userId: null } as const;
    return act({ db: trx, clock, settings: defaultSettings, requestId: null, actor });
  });
const input = () => ({ account: String(me.accountId), reason, after: 24 });
const request = async () => (await as('technical', (cx) => requestApproval(cx, 'endAccount', input())))?.id ?? 0;
const stateOf = async (approval: number) => (await as('technical', (cx) => showApproval(cx, { approval }))).state;

/** Tries the waiting requests of the account, and returns the number of statements. */
async function countStatements(): Promise<number> {
  let statements = 0;
  const counted = lab.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await as('technical', (cx) => voidApprovalsAfter(cx, { account: String(me.accountId) }), counted);
  return statements;
}

test('the trial of a waiting end of an account needs as many statements for many services as for one', async () => {
  await givenServer(lab.db, { accountId: me.accountId });
  const approval = await request();
  const few = await countStatements();
  for (let n = 0; n < 8; n += 1) await givenServer(lab.db, { accountId: me.accountId });
  expect(await countStatements()).toBe(few);
  expect(await stateOf(approval)).toBe('waiting');
});

test('the end of an account is void once its services end earlier and only unpaid ones would be left', async () => {
  const { accountId } = me;
  const service = await givenServer(lab.db, { accountId });
  const approval = await request();
  const unpaid = await givenServer(lab.db, { accountId, status: 'awaiting_payment', power: 'absent', address: false });
  await givenWaitingOrder(lab.db, { accountId, type: 'new-service', service: { type: 'server', id: unpaid }, now });
  const operator = openOperator({ db: lab.db, clock });
  await operator.run('endService', { service, after: 1, reason });
  expect(await operator.run('showApproval', { approval })).toMatchObject({
    state: 'void',
    reason: expect.stringContaining('has no service to end'),
  });
});

/** Tests that a request for approval names customer, servers and order lines, as the person who decides knows them. */
import { type Answer, type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type GivenStaff, givenStaff } from '@innkeeper/lab/given-staff';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

const now = new Date('2027-03-01T10:00:00Z');
const reason = 'It sends spam.';
let lab: Lab;
let operator: Operator;
let me: GivenAccount;
let olga: GivenStaff;
let servers: number[];
beforeAll(async () => {
  lab = await openLab({ clock: { now: () => now } });
  operator = openOperator({ db: lab.db, clock: { now: () => now } });
  await givenNode(lab.db);
  me = await givenAccount(lab.db, { funds: 200_000_00n });
  await lab.db.updateTable('accounts').set({ name: 'Ada Lovelace' }).where('id', '=', me.accountId).execute();
  olga = await givenStaff(lab.db, { role: 'owner', now });
  await givenStaff(lab.db, { role: 'owner', now });
  servers = [];
  for (const hostname of ['web-1', 'web-2', 'web-3', 'web-4'])
    servers.push(await givenServer(lab.db, { accountId: me.accountId, hostname, power: 'absent' }));
});
afterAll(() => lab.close());

const post = (path: string, payload: object): Promise<Answer> =>
  lab.send({ method: 'POST', url: `/v1/operator${path}`, headers: { authorization: `Bearer ${olga.token}` }, payload });
const mailOf = async ({ body }: Answer, template = 'approval-waiting') => {
  const { rows } = await sql<{ data: object }>`
    select data from mails where template = ${template} and (data ->> 'approval')::int = ${body.id}`.execute(lab.db);
  return rows[0]?.data;
};
const customer = () => ({ account: me.accountId, email: me.email, customer: 'Ada Lovelace' });
const whose = () => `for account ${me.accountId} (Ada Lovelace, ${me.email})`;

test('the end of a service names its server and customer, in the reply, the mail, the list and the page', async () => {
  const waiting = await post(`/services/${servers[0]}/end`, { reason });
  expect(waiting).toMatchObject({ status: 202, body: { operation: 'endService', ...customer(), about: ['web-1'] } });
  expect(await mailOf(waiting)).toMatchObject({ ...customer(), about: ['web-1'] });
  const { id } = waiting.body;
  expect(await operator.print('showApproval', { approval: id })).toContain(
    `Approval ${id} is waiting: end of service ${servers[0]} (service end) ${whose()}, about web-1.\n`,
  );
  expect(await operator.print('listApprovals', {})).toMatch(new RegExp(` ${me.accountId} ${me.email} +web-1 `));
  expect(await operator.print('refuseApproval', { approval: id, reason: 'No.' })).toContain(
    `requested end of service ${servers[0]} (service end) ${whose()}, about web-1.`,
  );
  expect(await mailOf(waiting, 'approval-decided')).toMatchObject({
    ...{ ...customer(), about: ['web-1'], given: reason, reason: 'No.', until: now.getTime() + days(7) },
    requester: (await lab.db.selectFrom('staff').select('name').where('id', '=', olga.id).executeTakeFirstOrThrow()).name,
  });
});

test('the end of an account names its servers, of which the list shows three, also after it was approved', async () => {
  const waiting = await post(`/accounts/${me.accountId}/end`, { reason });
  const about = ['web-1', 'web-2', 'web-3', 'web-4'];
  expect(waiting).toMatchObject({ status: 202, body: { ...customer(), about } });
  expect(await operator.print('listApprovals', {})).toContain(' web-1; web-2; web-3; ... ');
  await operator.run('approveApproval', { approval: waiting.body.id });
  expect(await operator.run('showApproval', { approval: waiting.body.id })).toMatchObject({ state: 'approved', about });
});

test('a refund names the lines of its order, or those that it refunds', async () => {
  const order = { account: me.email, lines: ['Setup=50000', 'Training=60000'], auto_pay: true };
  const { id } = await operator.run('addOrder', order);
  expect((await post(`/orders/${id}/refund`, { to: 'balance', reason })).body).toMatchObject({
    ...customer(),
    about: ['Setup', 'Training'],
  });
  const [, line] = (await operator.run('showOrder', { order: id })).lines;
  expect((await post(`/orders/${id}/refund`, { to: 'balance', reason, lines: [`${line?.id}=50000`] })).body).toMatchObject({
    about: ['Training'],
  });
});

test('a credit names its customer only', async () => {
  const waiting = await post(`/accounts/${me.accountId}/fund`, { amount: '90000', reason });
  expect(waiting).toMatchObject({ status: 202, body: { ...customer(), about: [] } });
  expect(await operator.print('showApproval', { approval: waiting.body.id })).toContain(
    `credit to account ${me.accountId} (account fund) of 90000.00 ${whose()}.\n`,
  );
});

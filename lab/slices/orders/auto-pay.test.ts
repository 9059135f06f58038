/** Tests that a waiting order with auto_pay is paid as soon as the balance covers it. */

import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { expireOrders } from '@innkeeper/jobs/expire-orders';
import { JOBS } from '@innkeeper/jobs/jobs';
import { startJobs } from '@innkeeper/jobs/start';
import { days } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { fakeMail } from '../../fake-mail.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenJobCx } from '../../given-cx.ts';
import { NO_DNS } from '../../given-dns.ts';
import { NO_JOURNAL } from '../../given-invoices.ts';
import { givenWebhooks } from '../../given-webhooks.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { labSettings } from '../../settings.ts';
import { assertInvariants } from '../../torture/invariants.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { balance, type DeployRequest, deploy } from '../given-deploy.ts';

const vatNumbers = new OfflineVatNumbers();

let chain: Chain;
let operator: Operator;
let worker: ReturnType<typeof openDatabase>;
const clock = movingClock();
beforeAll(async () => {
  chain = await openChain({ clock });
  await givenNode(chain.db);
  operator = openOperator({ db: chain.db, clock });
  worker = openDatabase({ url: asRole(chain.url, WORKER_ROLE) });
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await worker.close();
  await chain.close();
});

const fund = (owner: GivenAccount, amount: string) =>
  operator.run('fundAccount', { account: owner.email, amount, reason: 'a transfer' });
/** Runs the job of the worker once, with the database role of the worker. */
const look = () =>
  JOBS.worker
    .find(({ name }) => name === 'pay-waiting-orders')
    ?.run({
      ...givenJobCx(worker.db, { clock }),
      invoiceJournal: NO_JOURNAL,
      mail: fakeMail(),
      vatNumbers,
      dns: NO_DNS,
      webhooks: givenWebhooks(),
      payments: chain.engine.payments,
      log: SILENT_LOG,
    });
const orderOf = async (owner: GivenAccount, request: DeployRequest): Promise<number> => {
  const { status, headers, body } = await deploy(chain, owner, request);
  expect([status, body.status ?? body.data[0].status]).toEqual([201, 'awaiting_payment']);
  return Number(headers['x-order-id']);
};
const states = async (...ids: number[]) =>
  (await chain.db.selectFrom('orders').select('status').where('id', 'in', ids).orderBy('id').execute()).map(
    ({ status }) => status,
  );
/** Inserts an account that has paid before, and may therefore have several unpaid orders. */
const customer = () => givenAccount(chain.db, { funds: 1n });

test('a deposit pays the covered orders, oldest first, with an audit line and a workflow for each', async () => {
  const owner = await customer();
  const [first, large, last] = [
    await orderOf(owner, { name: 'first' }),
    await orderOf(owner, { name: ['large-1', 'large-2', 'large-3'] }),
    await orderOf(owner, { name: 'last' }),
  ];
  await look();
  expect(await states(first, large, last)).toEqual(Array(3).fill('awaiting_payment'));
  await fund(owner, '4.79');
  await look();
  expect(await states(first, large, last)).toEqual(['paid', 'awaiting_payment', 'awaiting_payment']);
  // An order that the balance does not cover must not delay one that it covers.
  await fund(owner, '4.79');
  await look();
  await look();
  expect(await states(first, large, last)).toEqual(['paid', 'awaiting_payment', 'paid']);
  expect(await balance(chain, owner)).toBe(0.01);
  await chain.worker.idle({ horizonMs: 60_000 });
  const { data } = (await chain.call('listServers', {}, { token: owner.token })).body;
  expect(data.map(({ status, hostname }: { status: string; hostname: string }) => `${hostname} ${status}`).sort()).toEqual([
    'first active',
    'last active',
  ]);
  const events = await chain.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'actor_name', 'account_id', 'resource_id'])
    .where('action', '=', 'order.paid')
    .orderBy('id')
    .execute();
  const byJob = { actor_kind: 'job', actor_name: 'given', account_id: owner.accountId };
  expect(events).toEqual([first, last].map((resource_id) => ({ ...byJob, resource_id })));
  await assertInvariants(chain);
});

test('orders without auto_pay, and orders of a suspended account, wait', async () => {
  const [owner, suspended] = [await customer(), await customer()];
  const own = await orderOf(owner, { auto_pay: false });
  const held = await orderOf(suspended, {});
  await operator.run('suspendAccount', { account: suspended.email, reason: 'unclear' });
  for (const account of [owner, suspended]) await fund(account, '50.00');
  await look();
  expect(await states(own, held)).toEqual(['awaiting_payment', 'awaiting_payment']);
  await operator.run('resumeAccount', { account: suspended.email });
  await look();
  expect(await states(own, held)).toEqual(['awaiting_payment', 'paid']);
});

test('an order that cannot be delivered does not block others, and costs nothing', async () => {
  const [unlucky, other] = [await customer(), await customer()];
  const [bad, good] = [await orderOf(unlucky, { name: 'bad' }), await orderOf(unlucky, { name: 'good' })];
  const neighbour = await orderOf(other, {});
  await sql`create function poison() returns trigger language plpgsql as $$ begin raise exception 'this one is poisoned'; end $$`.execute(
    chain.db,
  );
  await sql
    .raw(`create trigger poison before update on orders for each row when (new.id = ${bad} and new.status = 'paid')
      execute function poison()`)
    .execute(chain.db);
  for (const account of [unlucky, other]) await fund(account, '9.60');
  await look();
  await sql`drop trigger poison on orders`.execute(chain.db);
  expect(await states(bad, good, neighbour)).toEqual(['awaiting_payment', 'paid', 'paid']);
  expect(await balance(chain, unlucky)).toBe(4.82);
  const alerts = await chain.db.selectFrom('operator_alerts').select('key').where('kind', '=', 'due_failed').execute();
  expect(alerts).toEqual([{ key: `pay-waiting-orders:${bad}` }]);
});

test('two concurrent workers pay an order once, and an order that was covered in time does not expire', async () => {
  const owner = await customer();
  const order = await orderOf(owner, {});
  await fund(owner, '4.79');
  await Promise.all([look(), look(), look()]);
  expect([await states(order), await balance(chain, owner)]).toEqual([['paid'], 0.01]);
  const late = await orderOf(owner, {});
  await fund(owner, '4.79');
  clock.pass(days(4));
  await expireOrders(givenJobCx(worker.db, { clock }));
  expect(await states(late)).toEqual(['paid']);
  await chain.worker.idle({ horizonMs: 60_000 });
  await assertInvariants(chain);
});

test('a worker runs the job automatically', async () => {
  const owner = await customer();
  const order = await orderOf(owner, {});
  await fund(owner, '4.79');
  const outside = {
    invoiceJournal: NO_JOURNAL,
    mail: fakeMail(),
    vatNumbers,
    dns: NO_DNS,
    webhooks: givenWebhooks(),
    payments: chain.engine.payments,
  };
  const jobs = startJobs('worker', { db: worker.db, clock, settings: labSettings, log: SILENT_LOG, ...outside });
  await jobs.firstRuns;
  await jobs.stop();
  expect(await states(order)).toEqual(['paid']);
});

/** Tests the mails of a customer's life, from the sign-up to the end, while the clock moves by months. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createToken } from '@innkeeper/db/tables/tokens';
import { days, minutes } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statementXml } from '../../bank-statement.ts';
import { expectBooksClean } from '../../books.ts';
import { type HistoryJob, listJobs } from '../../business/jobs.ts';
import { stillClock } from '../../business/still-clock.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type FakeMail, fakeMail } from '../../fake-mail.ts';
import { givenNode, givenSshKey } from '../../given.ts';
import { givenSeller } from '../../given-invoices.ts';
import { givenPaymentMethods, givenSavedCard } from '../../given-payments.ts';
import { givenSignUpMode, TERMS } from '../../given-sign-up.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { labSettings } from '../../settings.ts';

const EMAIL = 'ada@example.org';
const clock = stillClock(new Date('2031-01-31T09:00:00Z'));
let chain: Chain;
let operator: Operator;
let jobs: HistoryJob[];
let directory: string;
let mail: FakeMail;
beforeAll(async () => {
  chain = await openChain({ clock });
  directory = await mkdtemp(join(tmpdir(), 'innkeeper-life-'));
  mail = fakeMail();
  operator = openOperator({ db: chain.db, clock });
  jobs = listJobs({ seed: 1, engine: chain.engine, clock, settings: labSettings, mail }).filter(({ ofNode }) => !ofNode);
  await givenNode(chain.db);
  await givenPaymentMethods(chain.db);
  await givenSeller(chain.db);
  await givenSignUpMode(chain.db, 'open');
});
afterAll(async () => {
  await chain.close();
  await rm(directory, { recursive: true });
});

async function runJob(name: string): Promise<void> {
  await jobs.find((job) => job.name === name)?.run({ db: chain.db, clock });
}

/** Lets time pass in steps of a day. Both services are up, and their jobs run at each step. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= days(1)) {
    clock.pass(Math.min(left, days(1)));
    await sql`insert into service_beats (service, beat_at) values ('api', ${clock.now()}), ('worker', ${clock.now()})
      on conflict (service) do update set beat_at = excluded.beat_at`.execute(chain.db);
    for (const { run } of jobs) await run({ db: chain.db, clock });
    await chain.worker.idle({ horizonMs: minutes(1) });
  }
}

/** Lets some minutes pass, in which facts become mails. Returns the subjects of the mails since the last call. */
async function subjects(): Promise<string[]> {
  await pass(minutes(3));
  await pass(minutes(3));
  return mail.sent.splice(0).map(({ subject }) => subject);
}

const templates = async (): Promise<string[]> => {
  const { rows } = await sql<{ template: string }>`select template from mails where id > ${seen} order by id`.execute(chain.db);
  const { rows: last } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from mails`.execute(chain.db);
  seen = last[0]?.id ?? 0;
  return rows.map(({ template }) => template);
};
let seen = 0;

test('each fact of the life of a customer is mailed once, and tells the true way of payment', async () => {
  const austria = await chain.db.selectFrom('countries').select('id').where('code', '=', 'AT').executeTakeFirstOrThrow();
  await chain.call('createSignUp', { body: { email: EMAIL, language: 'de' } });
  await runJob('send-sign-ups');
  const { data } = await chain.db.selectFrom('mails').select('data').where('template', '=', 'sign-up').executeTakeFirstOrThrow();
  const secret = new URL(String((data as { link: string }).link)).searchParams.get('sign_up') ?? '';
  const body = {
    secret,
    name: 'Ada Example',
    country_id: austria.id,
    password: 'eight blue umbrellas',
    terms_version: TERMS.version,
  };
  expect((await chain.call('confirmSignUp', { body })).status).toBe(201);
  await subjects();
  expect(await templates()).toEqual(['sign-up', 'welcome']);

  const { id: userId } = await chain.db.selectFrom('users').select('id').where('email', '=', EMAIL).executeTakeFirstOrThrow();
  const { account_id: accountId } = await chain.db
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { token } = await createToken(chain.db, { accountId, userId, name: 'given', abilities: ['read', 'write'] });
  const call = (name: Parameters<Chain['call']>[0], input: object = {}) => chain.call(name, input, { token });
  const payByTransfer = async (order: number, amount: string) => {
    await call('payOrders', { body: { order_ids: [order], payment_method: 'bank' } });
    await chain.worker.idle();
    const { data: payments } = await operator.run('listPayments', { account: EMAIL });
    const file = join(directory, 'statement.xml');
    const text = payments[0]?.reference ?? '';
    await writeFile(file, statementXml([{ id: text, credits: [{ amount, text, payer: 'Ada', iban: 'AT611904300234573201' }] }]));
    await operator.run('importBank', { file });
    await runJob('land-transfers');
  };

  // Orders a server and pays it by transfer.
  const image = await chain.db.selectFrom('images').select('id').where('key', '=', 'tiny').executeTakeFirstOrThrow();
  const key = await givenSshKey(chain.db, { accountId });
  const answer = await call('deployServer', {
    body: { name: 'web-1', plan: 'nano', billing_cycle: 1, image_id: image.id, ssh_keys: [key.id] },
  });
  const server = answer.body.id as number;
  const order = Number(answer.headers['x-order-id']);
  await subjects();
  expect(await templates()).toEqual(['order-waiting']);
  await payByTransfer(order, '4.79');
  await subjects();
  expect((await templates()).sort()).toEqual(['order-paid', 'server-ready']);

  // A card pays the renewal. Nothing asks for money before.
  await givenSavedCard(chain.db, { accountId });
  await pass(days(31));
  await subjects();
  expect(await templates()).toEqual(['order-paid']);

  // The card fails again and again. The server is suspended, until a transfer pays.
  await chain.db.updateTable('services').set({ renew_price: 8_34n }).where('id', '=', server).execute();
  await pass(days(33));
  await subjects();
  const failed = await templates();
  expect([...new Set(failed)].sort()).toEqual(['charge-failed', 'services-suspended', 'termination-ahead']);
  expect(failed.filter((name) => name !== 'charge-failed')).toEqual(['services-suspended', 'termination-ahead']);
  expect(failed.at(0)).toBe('charge-failed');
  const { data: orders } = (await call('listOrders')).body;
  const renewal = Number(orders[0].id);
  await payByTransfer(renewal, '10.01');
  await subjects();
  expect((await templates()).sort()).toEqual(['order-paid', 'services-resumed']);

  await operator.run('refundOrder', { order: renewal, to: 'balance', reason: 'Sorry for the outage.' });
  await subjects();
  expect(await templates()).toEqual(['order-refunded']);

  await operator.run('endService', { service: server, after: 24, reason: 'It sends spam.' });
  await subjects();
  expect(await templates()).toEqual(['service-ending']);
  await pass(days(2));
  await subjects();
  expect(await templates()).toEqual(['services-ended']);
  await pass(days(10));
  expect(await subjects()).toEqual([]);
  await expectBooksClean(chain.db);
}, 180_000);

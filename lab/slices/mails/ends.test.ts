/** Tests the mails about ends of services: by staff ahead of time, and once they are removed. */

import { openDatabase } from '@innkeeper/db/connect';
import { asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { composeMails } from '@innkeeper/jobs/compose-mails';
import { days, hours, minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenCopy } from '../../given-copies.ts';
import { mailsOf } from '../../given-mails.ts';
import { givenMember, userOfMember } from '../../given-members.ts';
import { type Operator, openOperator } from '../../operator.ts';
import { labSettings } from '../../settings.ts';
import { movingClock } from '../../torture/moving-clock.ts';
import { deploy } from '../given-deploy.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

const reason = 'These servers send spam.';
const clock = movingClock();
let chain: Chain;
let operator: Operator;
/** The job has the rights of the worker. */
let worker: ReturnType<typeof openDatabase>;
let me: GivenAccount;
let given: ReturnType<typeof renewalHelpers>;
beforeAll(async () => {
  chain = await openChain({ clock });
  operator = openOperator({ db: chain.db, clock });
  given = renewalHelpers(chain, clock);
  worker = openDatabase({ url: asRole(chain.url, WORKER_ROLE), max: 2 });
  await givenNode(chain.db);
});
afterAll(async () => {
  await worker.close();
  await chain.close();
});
beforeEach(async () => {
  me = await givenAccount(chain.db, { funds: 100_00n });
});

async function running(name: string): Promise<number> {
  const { id } = (await deploy(chain, me, { name })).body;
  await chain.serverWhen(id, me.token, ({ status, locked }) => status === 'active' && locked === null);
  return id;
}

/** Locks a server as a restart does. Returns a function that releases the lock. */
async function lock(id: number): Promise<() => Promise<unknown>> {
  const { id: workflow_id } = await chain.db
    .selectFrom('workflows')
    .select('id')
    .where('resource_id', '=', id)
    .where('kind', '=', 'server.deploy')
    .executeTakeFirstOrThrow();
  const at = { locked_at: clock.now(), deadline_at: clock.now() };
  await chain.db
    .insertInto('locks')
    .values({ kind: 'server', resource_id: id, workflow_id, reason: 'restart', ...at })
    .execute();
  return () => chain.db.deleteFrom('locks').where('resource_id', '=', id).execute();
}

/** Lets the worker act, and facts become mails. Returns the account's mails about ends. */
async function ends() {
  for (let run = 0; run < 3; run += 1) {
    await given.look(chain.worker);
    clock.pass(minutes(2));
    await composeMails({ ...given.cx(), db: worker.db });
  }
  const about = ['service-ending', 'service-kept', 'services-ended'];
  return (await mailsOf(chain.db, me)).filter(({ template }) => about.includes(template));
}

test('all services of an account are one mail ahead and one when they have ended, to all who must know', async () => {
  const [billing, technical] = [
    await givenMember(chain.db, { accountId: me.accountId, role: 'billing' }),
    await givenMember(chain.db, { accountId: me.accountId, role: 'technical' }),
  ];
  const addresses = [me.email];
  for (const member of [billing, technical]) addresses.push((await userOfMember(chain.db, member)).email);
  await chain.db.updateTable('accounts').set({ tech_email: 'tech@example.org' }).where('id', '=', me.accountId).execute();
  const servers = [await running('web-1'), await running('web-2'), await running('web-3')] as const;
  const { ends: ordered } = await operator.run('endAccount', { account: me.email, after: 24, reason });
  const ahead = await ends();
  expect(ahead.map(({ address }) => address).toSorted()).toEqual([...addresses, 'tech@example.org'].toSorted());
  expect(ahead[0]).toMatchObject({
    template: 'service-ending',
    data: { names: ['web-1', 'web-2', 'web-3'], more: 0, on: [], at: new Date(ordered[0]?.ends_at ?? 0).getTime(), reason },
  });
  expect(ahead[0]?.data).toMatchObject({ isSuspended: true });
  const unlock = await lock(servers[2]);
  clock.pass(hours(25));
  // Two have ended, and their mail waits for the locked one.
  expect(await ends()).toHaveLength(4);
  expect((await given.service(servers[0])).status).toBe('terminated');
  await unlock();
  const ended = (await ends()).slice(4);
  expect(ended).toHaveLength(4);
  expect(ended[0]).toMatchObject({
    template: 'services-ended',
    data: { names: expect.arrayContaining(['web-1', 'web-2', 'web-3']), more: 0, reason, copiesUntil: null, isSuspended: true },
  });
});

test('says which services are off, and which are locked and stop at the end at the latest', async () => {
  const [, locked] = [await running('web-1'), await running('web-2')];
  const unlock = await lock(locked);
  await operator.run('endAccount', { account: me.email, after: 24, reason });
  await chain.worker.idle();
  clock.pass(minutes(2));
  await composeMails({ ...given.cx(), db: worker.db });
  const [mail, ...others] = (await mailsOf(chain.db, me)).filter(({ template }) => template === 'service-ending');
  expect(others).toEqual([]);
  expect(mail?.data).toMatchObject({ names: ['web-1'], more: 0, on: ['web-2'], moreOn: 0 });
  await unlock();
});

test('a billing member whose address is the technical contact gets one copy', async () => {
  const billing = await userOfMember(chain.db, await givenMember(chain.db, { accountId: me.accountId, role: 'billing' }));
  await chain.db.updateTable('accounts').set({ tech_email: billing.email }).where('id', '=', me.accountId).execute();
  await operator.run('endService', { service: await running('web-1'), after: 24, reason });
  expect((await ends()).map(({ address }) => address).toSorted()).toEqual([me.email, billing.email].toSorted());
});

test('an end that is undone within the minute is a secret, its undoing too, and two ends are two mails', async () => {
  const one = await running('web-1');
  const two = await running('web-2');
  await operator.run('endService', { service: one, after: 24, reason });
  await chain.worker.idle();
  await operator.run('keepService', { service: one, reason: 'A mistake.' });
  expect(await ends()).toEqual([]);
  await chain.worker.idle();
  await operator.run('endService', { service: one, after: 24, reason });
  await operator.run('endService', { service: two, after: 48, reason: 'Another one.' });
  expect((await ends()).map(({ data }) => 'names' in data && [data.names, 'reason' in data && data.reason])).toEqual([
    [['web-1'], reason],
    [['web-2'], 'Another one.'],
  ]);
  expect((await ends()).map(({ data }) => 'isSuspended' in data && data.isSuspended)).toEqual([false, false]);
});

test('an account that `account end` has suspended is told so if all its services are kept within the minute, and once', async () => {
  const id = await running('web-1');
  const suspensions = async () => {
    await ends();
    const mails = (await mailsOf(chain.db, me)).filter(({ template }) => template.startsWith('account-'));
    return mails.map(({ template, data }) => [template, data]);
  };
  const endAndKeep = async () => {
    await chain.worker.idle();
    await operator.run('endAccount', { account: me.email, after: 24, reason });
    await chain.worker.idle();
    await operator.run('keepService', { service: id, reason: 'A mistake.' });
  };
  await endAndKeep();
  const page = expect.stringMatching(/\/support$/);
  const suspended = ['account-suspended', { account: me.accountId, names: [], more: 0, reason: null, page }];
  expect(await suspensions()).toEqual([suspended]);
  await endAndKeep();
  expect(await suspensions()).toEqual([suspended]);
  await operator.run('resumeAccount', { account: me.email });
  await endAndKeep();
  await operator.run('resumeAccount', { account: me.email });
  const resumed = ['account-resumed', expect.anything()];
  // Nothing had told the second suspension, so its end is not told either.
  expect(await suspensions()).toEqual([suspended, resumed]);
  await endAndKeep();
  expect(await suspensions()).toEqual([suspended, resumed, suspended]);
  expect(await ends()).toEqual([]);
});

test('the mail about the end of a suspension names a service that staff ends only once its end was told', async () => {
  const id = await running('web-1');
  const resume = async () => {
    await operator.run('suspendAccount', { account: me.email, reason });
    await operator.run('resumeAccount', { account: me.email });
    const mails = (await mailsOf(chain.db, me)).filter(({ template }) => template === 'account-resumed');
    return mails.map(({ data }) => 'names' in data && data.names);
  };
  await operator.run('endService', { service: id, after: 24, reason });
  await chain.worker.idle();
  expect(await resume()).toEqual([[]]);
  await ends();
  expect(await resume()).toEqual([[], ['web-1']]);
});

test('an end whose time has come is told only once it has ended, however long that takes', async () => {
  const id = await running('web-1');
  const unlock = await lock(id);
  await operator.run('endAccount', { account: me.email, after: 0, reason });
  expect(await ends()).toEqual([]);
  expect((await mailsOf(chain.db, me)).filter(({ template }) => template.startsWith('account-'))).toEqual([]);
  await unlock();
  expect(await ends()).toMatchObject([{ template: 'services-ended', data: { names: ['web-1'], isSuspended: true } }]);
});

test('a kept service is mailed once per announced end, also if an end between was a secret', async () => {
  const id = await running('web-1');
  const [end, keep] = [
    () => operator.run('endService', { service: id, after: 24, reason }),
    () => operator.run('keepService', { service: id, reason }),
  ];
  const templates = async () => (await ends()).map(({ template }) => template);
  await end();
  expect(await templates()).toEqual(['service-ending']);
  await keep();
  await chain.worker.idle();
  await end();
  await chain.db.updateTable('mails_due').set({ due_at: clock.now() }).where('kind', '=', 'service-kept').execute();
  await composeMails({ ...given.cx(), db: worker.db });
  await chain.worker.idle();
  await keep();
  // The owner still believes in the first end.
  expect(await templates()).toEqual(['service-ending', 'service-kept']);
  await end();
  await chain.worker.idle();
  await keep();
  expect(await templates()).toEqual(['service-ending', 'service-kept']);
});

test('an end whose mail never went out, such as before a restore, is kept without a mail', async () => {
  const id = await running('web-1');
  await operator.run('endService', { service: id, after: 24, reason });
  await chain.db.deleteFrom('mails_due').execute();
  await chain.worker.idle();
  await operator.run('keepService', { service: id, reason: 'A mistake.' });
  expect(await ends()).toEqual([]);
});

test('kept services are one mail with the state of each, also if staff had suspended one or the end had not', async () => {
  const ids = [await running('web-1'), await running('web-2'), await running('web-3'), await running('web-4')] as const;
  const [active, paused, unpaid, unchanged] = ids;
  await operator.run('suspendService', { service: paused, reason: 'It attacks others.' });
  await given.look(chain.worker);
  await chain.db.updateTable('server_details').set({ power: 'absent' }).where('id', '=', unchanged).execute();
  const unlock = await lock(active);
  await operator.run('endAccount', { account: me.email, after: 24, reason });
  expect(await ends()).toMatchObject([{ template: 'service-ending', data: { page: expect.stringMatching(/\/support$/) } }]);
  await unlock();
  await chain.db.updateTable('services').set({ expiry_at: clock.now(), auto_renew: false }).where('id', '=', unpaid).execute();
  for (const service of ids) {
    await chain.worker.idle();
    await operator.run('keepService', { service, reason: 'A mistake.' });
  }
  const until = (await given.service(unpaid)).suspended_at;
  expect((await ends()).slice(1)).toMatchObject([
    {
      template: 'service-kept',
      data: {
        services: [
          { name: 'web-3', state: 'unpaid', until: (until?.getTime() ?? 0) + labSettings.cancelGraceMs },
          { name: 'web-1', state: 'active' },
          { name: 'web-2', state: 'paused', reason: 'It attacks others.' },
          { name: 'web-4', state: 'unchanged' },
        ],
        ...{ more: 0, isSuspended: true },
      },
    },
  ]);
  expect((await given.service(active)).status).toBe('active');
  // A service that staff ends again has not been kept.
  await operator.run('endService', { service: active, after: 24, reason });
  await ends();
  await chain.worker.idle();
  await operator.run('keepService', { service: active, reason: 'A mistake.' });
  await chain.worker.idle();
  await operator.run('endService', { service: active, after: 48, reason });
  expect((await ends()).slice(2).map(({ template }) => template)).toEqual(['service-ending', 'service-ending']);
});

test('a kept service that its owner had cancelled is named with its end, and one that was switched off as cancelled', async () => {
  const [atEnd, off, paused] = [await running('web-1'), await running('web-2'), await running('web-3')];
  const cancel = (id: number, body: object) => chain.call('cancelServer', { params: { id }, body }, { token: me.token });
  await cancel(atEnd, {});
  await cancel(off, { now: true });
  await cancel(paused, {});
  await operator.run('suspendService', { service: paused, reason: 'It attacks others.' });
  await given.look(chain.worker);
  await operator.run('endAccount', { account: me.email, after: 24, reason });
  await ends();
  for (const service of [atEnd, off, paused]) {
    await chain.worker.idle();
    await operator.run('keepService', { service, reason: 'A mistake.' });
  }
  const { expiry_at } = await given.service(atEnd);
  const mails = (await ends()).slice(1);
  expect(mails).toMatchObject([{ template: 'service-kept' }]);
  const data = mails[0]?.data;
  expect(data && 'services' in data && data.services).toEqual(
    expect.arrayContaining([
      { name: 'web-1', state: 'active-until', until: expiry_at?.getTime() },
      { name: 'web-2', state: 'unpaid', cancelled: true, until: expect.any(Number) },
      { name: 'web-3', state: 'paused', cancelled: true, reason: 'It attacks others.' },
    ]),
  );
});

test('a suspended service whose end the owner was never told about is kept without a mail', async () => {
  const one = await running('web-1');
  await operator.run('suspendService', { service: one, reason: 'It attacks others.' });
  await chain.worker.idle();
  await operator.run('endService', { service: one, after: 24, reason });
  await operator.run('keepService', { service: one, reason: 'A mistake.' });
  expect(await ends()).toEqual([]);
});

test('an unpaid service that was removed is mailed with the end of the retention of its copies', async () => {
  const id = await running('web-1');
  await givenCopy(chain.db, { serverId: id, kind: 'backup' });
  await chain.db.updateTable('services').set({ auto_renew: false }).where('id', '=', id).execute();
  clock.pass(days(32));
  await ends();
  clock.pass(days(8));
  await ends();
  const mails = await ends();
  const { ended_at } = await given.service(id);
  expect(mails).toMatchObject([
    {
      template: 'services-ended',
      data: {
        names: ['web-1'],
        ...{ at: ended_at?.getTime(), reason: null, copiesUntil: (ended_at?.getTime() ?? 0) + labSettings.copyRetentionMs },
        isSuspended: false,
      },
    },
  ]);
});

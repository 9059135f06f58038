/** Tests the mail about the servers of an order: one mail once all have ended, with addresses and those that failed. */
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { givenAccount, givenNode } from '../../given.ts';
import { composeNow, mailsOf } from '../../given-mails.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await openChain({
    simulated: {
      fail: async (act, machineId) => {
        const id = Number(machineId.slice(4));
        const { hostname = '' } =
          (await chain.db.selectFrom('servers').select('hostname').where('id', '=', id).executeTakeFirst()) ?? {};
        if (act === 'create' && hostname.startsWith('doomed')) throw new Error('no such luck');
      },
    },
  });
  await givenNode(chain.db);
});
afterAll(() => chain.close());

const mailed = async (accountId: number) =>
  (await mailsOf(chain.db, { accountId })).filter(({ template }) => template === 'server-ready');

test('twenty servers of an order are one mail, which names those that failed, and goes to technical readers', async () => {
  const owner = await givenAccount(chain.db, { funds: 100_000n });
  await chain.db.updateTable('accounts').set({ tech_email: 'tech@example.org' }).where('id', '=', owner.accountId).execute();
  const name = [...Array.from({ length: 19 }, (_, i) => `web-${i + 1}`), 'doomed-1'];
  await deploy(chain, owner, { name });
  await chain.worker.idle({ horizonMs: 60_000 });
  await composeNow(chain.db);
  const mails = await mailed(owner.accountId);
  expect(mails.map(({ address }) => address).sort()).toEqual([owner.email, 'tech@example.org'].sort());
  expect(mails[0]?.data).toMatchObject({
    servers: name.slice(0, 19).map((one) => ({ name: one, addresses: [expect.stringMatching(/^\d+\./)], user: 'root' })),
    ...{ failed: ['doomed-1'], more: 0 },
  });
  expect(JSON.stringify(mails)).not.toMatch(/password/);
  await composeNow(chain.db);
  expect(await mailed(owner.accountId)).toHaveLength(2);
});

test('nothing is written while a server of the order is being built', async () => {
  const owner = await givenAccount(chain.db, { funds: 100_000n });
  const { headers } = await deploy(chain, owner);
  await chain.worker.idle({ horizonMs: 60_000 });
  const order = Number(headers['x-order-id']);
  const set = (status: 'active' | 'processing') =>
    chain.db.updateTable('services').set({ status }).where('account_id', '=', owner.accountId).execute();
  await set('processing');
  await composeNow(chain.db);
  expect(await mailed(owner.accountId)).toEqual([]);
  await set('active');
  const now = new Date();
  const fact = { kind: 'server-ready', account_id: owner.accountId, order_id: order, created_at: now, due_at: now };
  await chain.db.insertInto('mails_due').values(fact).execute();
  await composeNow(chain.db);
  expect(await mailed(owner.accountId)).toMatchObject([{ data: { order, servers: [{ name: 'web-1' }] } }]);
});

test('a server that was built and has ended by now is told neither as ready nor as failed', async () => {
  const owner = await givenAccount(chain.db, { funds: 100_000n });
  await deploy(chain, owner, { name: ['web-1', 'gone-1', 'doomed-1'] });
  await chain.worker.idle({ horizonMs: 60_000 });
  const servers = chain.db.selectFrom('servers').select(['id', 'hostname']).where('account_id', '=', owner.accountId);
  const end = async (hostname: string) => {
    const { id } = await servers.where('hostname', '=', hostname).executeTakeFirstOrThrow();
    await chain.call('cancelServer', { params: { id }, body: { now: true } }, { token: owner.token });
    await chain.worker.idle({ horizonMs: 60_000 });
    await chain.db.updateTable('server_details').set({ holds_capacity: false }).where('id', '=', id).execute();
    await chain.db.updateTable('services').set({ status: 'terminated', ended_at: new Date() }).where('id', '=', id).execute();
  };
  await end('gone-1');
  await composeNow(chain.db);
  const [mail, ...others] = await mailed(owner.accountId);
  expect(others).toEqual([]);
  expect(mail?.data).toMatchObject({ servers: [{ name: 'web-1' }], failed: ['doomed-1'] });
  await deploy(chain, owner, { name: 'gone-2' });
  await chain.worker.idle({ horizonMs: 60_000 });
  await end('gone-2');
  await composeNow(chain.db);
  expect(await mailed(owner.accountId)).toHaveLength(1);
});

test('a user who muted the mail does not get it', async () => {
  const owner = await givenAccount(chain.db, { funds: 100_000n });
  await chain.db
    .updateTable('users')
    .set({ muted_mails: ['server-ready'] })
    .where('id', '=', owner.userId)
    .execute();
  await deploy(chain, owner);
  await chain.worker.idle({ horizonMs: 60_000 });
  expect(await composeNow(chain.db, { aheadMs: days(1) })).toBeGreaterThan(0);
  expect(await mailed(owner.accountId)).toEqual([]);
});

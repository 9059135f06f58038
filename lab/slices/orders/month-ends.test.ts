/** Tests servers bought on the last day of a month, with a clock that the test controls. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectBooksClean } from '../../books.ts';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { deploy } from '../given-deploy.ts';

let chain: Chain;
let owner: GivenAccount;
let id: number;
let ahead: number;
const setClock = (to: string): void => {
  ahead = new Date(to).getTime() - Date.now();
};
beforeAll(async () => {
  setClock('2026-01-31T12:00:00Z');
  chain = await openChain({ clock: { now: () => new Date(Date.now() + ahead) } });
  await givenNode(chain.db);
  owner = await givenAccount(chain.db, { funds: 10_000n });
  id = (await deploy(chain, owner)).body.id;
  await chain.serverWhen(id, owner.token, (server) => server.status === 'active');
});
afterAll(async () => {
  await expectBooksClean(chain.db);
  await chain.close();
});

const shown = async () => (await chain.call('getServer', { params: { id } }, { token: owner.token })).body;
const day = (time: string): string => time.slice(0, 10);
const costOf = async (plan: string): Promise<number> => {
  const input = { params: { id }, body: { plan, scale_disk: true } };
  return (await chain.call('calculateServerScale', input, { token: owner.token })).body.amount;
};

test('the first cycle ends at the end of February, and scaling up on that day costs the full difference', async () => {
  expect(day((await shown()).expiry_at)).toBe('2026-02-28');
  // The differences are 11.99 less 3.99, and 99.99 less 3.99.
  expect(await costOf('small')).toBe(8);
  setClock('2026-02-14T12:00:00Z');
  expect(await costOf('small')).toBe(4);
});

test('each ordered month moves the potential expiry by one month, to the 31st if that month has one', async () => {
  expect(day((await shown()).potential_expiry_at)).toBe('2026-02-28');
  const renew = async (billing_cycle: number) => {
    const request = { body: { server_ids: [id], billing_cycle, auto_pay: false } };
    const { status, body } = await chain.call('renewServers', request, { token: owner.token });
    expect(status).toBe(201);
    return body.id as number;
  };
  const first = await renew(1);
  expect(day((await shown()).potential_expiry_at)).toBe('2026-03-31');
  await renew(3);
  expect(day((await shown()).potential_expiry_at)).toBe('2026-06-30');
  const last = await renew(6);
  expect(day((await shown()).potential_expiry_at)).toBe('2026-12-31');
  // A deleted order no longer counts, and a paid order counts once.
  await chain.call('deleteOrder', { params: { id: last } }, { token: owner.token });
  expect(day((await shown()).potential_expiry_at)).toBe('2026-06-30');
  await chain.call('payOrders', { body: { order_ids: [first] } }, { token: owner.token });
  const { expiry_at, potential_expiry_at } = await shown();
  expect([day(expiry_at), day(potential_expiry_at)]).toEqual(['2026-03-31', '2026-06-30']);
});

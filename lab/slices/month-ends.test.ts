/** What is sold on the last day of a month: on a clock that says so. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../given.ts';
import { deploy } from './given-deploy.ts';

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
afterAll(() => chain.close());

const shown = async () => (await chain.call('getServer', { params: { id } }, { token: owner.token })).body;
const day = (time: string): string => time.slice(0, 10);
const costOf = async (plan: string): Promise<number> => {
  const input = { params: { id }, body: { plan, scale_disk: true } };
  return (await chain.call('calculateServerScale', input, { token: owner.token })).body.amount;
};

test('its first period ends with February, and a larger plan costs all of the difference on that day', async () => {
  expect(day((await shown()).expiry_at)).toBe('2026-02-28');
  // 11.99 less 3.99, and 99.99 less 3.99.
  expect(await costOf('small')).toBe(8);
  setClock('2026-02-14T12:00:00Z');
  expect(await costOf('small')).toBe(4);
});

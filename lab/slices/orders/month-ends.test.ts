/** Servers bought on the last day of a month, by the clock of the test. */

import { insertOrder } from '@innkeeper/db/tables/orders';
import { fixedStep } from '@innkeeper/model/pricing/explanation';
import { plainTax, priceLine } from '@innkeeper/model/pricing/line';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chain, openChain } from '../../chain.ts';
import { type GivenAccount, givenAccount, givenNode } from '../../given.ts';
import { givenTaxJson } from '../../given-tax.ts';
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
afterAll(() => chain.close());

const shown = async () => (await chain.call('getServer', { params: { id } }, { token: owner.token })).body;
const day = (time: string): string => time.slice(0, 10);
const costOf = async (plan: string): Promise<number> => {
  const input = { params: { id }, body: { plan, scale_disk: true } };
  return (await chain.call('calculateServerScale', input, { token: owner.token })).body.amount;
};

test('the first cycle ends with February, and a larger plan costs the whole difference on that day', async () => {
  expect(day((await shown()).expiry_at)).toBe('2026-02-28');
  // 11.99 less 3.99, and 99.99 less 3.99.
  expect(await costOf('small')).toBe(8);
  setClock('2026-02-14T12:00:00Z');
  expect(await costOf('small')).toBe(4);
});

test('each ordered month moves the potential end one month on, to the 31st where there is one', async () => {
  expect(day((await shown()).potential_expiry_at)).toBe('2026-02-28');
  const line = {
    label: 'web-1',
    service_type: 'server',
    service_id: id,
    ...priceLine({ steps: [fixedStep(399n)], tax: plainTax(2000) }),
  };
  const order = { account_id: owner.accountId, tax: givenTaxJson(), payment_method: 'balance', net: 399n, vat: 80n, gross: 479n };
  const ordered = (type: string, status: 'awaiting_payment' | 'paid' | 'cancelled', billing_cycle: number) =>
    insertOrder(chain.db, { ...order, type, status, lines: [{ ...line, billing_cycle }] });
  await ordered('renew-service', 'awaiting_payment', 1);
  expect(day((await shown()).potential_expiry_at)).toBe('2026-03-31');
  await ordered('combined', 'awaiting_payment', 3);
  expect(day((await shown()).potential_expiry_at)).toBe('2026-06-30');
  // Neither a renewal that was paid or cancelled, nor an order of another kind.
  await ordered('renew-service', 'paid', 6);
  await ordered('renew-service', 'cancelled', 6);
  await ordered('scale-service', 'awaiting_payment', 6);
  const { expiry_at, potential_expiry_at } = await shown();
  expect([day(expiry_at), day(potential_expiry_at)]).toEqual(['2026-02-28', '2026-06-30']);
});

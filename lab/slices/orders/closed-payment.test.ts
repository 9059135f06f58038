import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';
import { givenPaymentMethods } from '../../given-payments.ts';
import { renewalHelpers } from '../renewals/given-renewing.ts';

let lab: Lab;
let me: GivenAccount;
const now = new Date('2027-02-21T00:00:00Z');
beforeAll(async () => {
  lab = await openLab({ clock: { now: () => now } });
  await givenPaymentMethods(lab.db);
  me = await givenAccount(lab.db);
});
afterAll(() => lab.close());

const call = (operation: Parameters<Lab['call']>[0], input: object = {}) => lab.call(operation, input, { token: me.token });

test('getOrder shows no payment that changeRenewalPeriod closed, although the order keeps its period and its price', async () => {
  const id = await renewalHelpers(lab, { now: () => now }).server(me.accountId);
  const order = (await call('renewServers', { body: { server_ids: [id], billing_cycle: 1 } })).body.id as number;
  await call('payOrders', { body: { order_ids: [order], payment_method: 'bank' } });
  await lab.db.updateTable('payment_orders').set({ stage: 'open' }).where('order_id', '=', order).execute();
  // The second reply is cached, and each cached reply is compared with a fresh read.
  const shown = async () => (await call('getOrder', { params: { id: order } })).body.payment_information;
  for (let i = 0; i < 3; i += 1) expect(await shown()).toMatchObject({ amount: '4.79' });
  const params = { id: order, service_type: 'server', service_id: id };
  expect((await call('changeRenewalPeriod', { params, body: { billing_cycle: 1 } })).status).toBe(204);
  expect(await shown()).toBeNull();
});

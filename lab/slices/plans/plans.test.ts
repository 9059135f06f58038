import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount, givenNode } from '../../given.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await givenNode(lab.db);
});
afterAll(() => lab.close());

test("plans show their prices as strings, with the VAT of the caller's country", async () => {
  const [austrian, american] = [await givenAccount(lab.db, { country: 'AT' }), await givenAccount(lab.db, { country: 'US' })];
  const { status, body } = await lab.call('listPlans', { query: { 'filter[type]': 'standard', per_page: 1 } }, austrian);
  expect(status).toBe(200);
  expect(body.data).toEqual([
    {
      ...{ id: expect.stringMatching(/^\d+$/), type: 'standard', key: 'nano', name: 'Nano', available: true },
      ...{ vcpus: '1', dedicated_cpu: false, memory: '1', disk: '10', bandwidth: '1', network_speed: '1000' },
      ...{ minimum_billing_cycle: '1', plan_with_more_disk: 'micro', plan_with_more_memory: 'micro' },
      ...{ price: '3.99', price_with_vat: '4.79' },
    },
  ]);
  const abroad = await lab.call('listPlans', { query: { per_page: 1 } }, american);
  expect(abroad.body.data[0]).toMatchObject({ price: '3.99', price_with_vat: '3.99' });
});

test('listPlans marks a plan that no node has capacity for as not available', async () => {
  const account = await givenAccount(lab.db);
  const available = async () => {
    const { body } = await lab.call('listPlans', { query: { per_page: 50 } }, account);
    return body.data.flatMap((plan: { key: string; available: boolean }) => (plan.available ? plan.key : []));
  };
  expect(await available()).toHaveLength(8);
  // The node has 4 cores with an overcommit factor of 4. 3 of them are sold as dedicated.
  const vcpus = { vcpus_total: 4, vcpus_overcommit: 4, vcpus_used: 3, dedicated_vcpus_used: 3 };
  await lab.db.updateTable('nodes').set(vcpus).execute();
  expect(await available()).toEqual(['nano', 'micro', 'small', 'medium']);
  await lab.db.updateTable('nodes').set({ state: 'draining' }).execute();
  expect(await available()).toEqual([]);
  await lab.db.updateTable('nodes').set({ state: 'active', vcpus_used: 0, dedicated_vcpus_used: 0 }).execute();
});

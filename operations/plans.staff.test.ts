import { type Lab, openLab } from '@innkeeper/lab/app';
import { type GivenAccount, givenAccount, givenNode } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { balance, deploy } from '@innkeeper/lab/slices/given-deploy';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: Lab;
let operator: Operator;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
  await givenNode(lab.db);
  owner = await givenAccount(lab.db, { funds: 10_000n });
});
afterAll(() => lab.close());

const plan = (fields: object) => ({
  ...{ vcpus: 3, memory: 6, disk: 60, traffic: 2, network_speed: 500, minimum_months: 3, price: '15.50' },
  ...fields,
});
const addPlan = (fields: object) => operator.run('addPlan', plan(fields));
const setPlan = (key: string, fields: object) => operator.run('setPlan', { key, ...fields });

async function listed(key: string) {
  const { body } = await lab.call('listPlans', { query: { per_page: 50 } }, { token: owner.token });
  return (body.data as { key: string }[]).find((one) => one.key === key);
}

const auditOf = (id: number) =>
  lab.db
    .selectFrom('audit_log')
    .select(['actor_kind', 'action', 'details'])
    .where('resource_kind', '=', 'plan')
    .where('resource_id', '=', id)
    .orderBy('id')
    .execute();

test('a new plan is listed last with all of its fields, and sold for its billing cycles', async () => {
  const { id, has_room } = await addPlan({ key: 'odd', name: 'Odd', iops: 900 });
  expect(has_room).toBe(true);
  expect(await listed('odd')).toMatchObject({
    ...{ id: String(id), type: 'standard', name: 'Odd', vcpus: '3', dedicated_cpu: false, memory: '6', disk: '60' },
    ...{ bandwidth: '2', network_speed: '500', minimum_billing_cycle: '3', price: '15.50', price_with_vat: '18.60' },
  });
  const { body } = await lab.call('listPlans', { query: { per_page: 50 } }, { token: owner.token });
  expect(body.data.at(-1).key).toBe('odd');
  expect(await auditOf(id)).toEqual([
    {
      actor_kind: 'operator',
      action: 'addPlan',
      details: expect.objectContaining({ key: 'odd', price: '15.50', disk_iops: 900 }),
    },
  ]);

  expect((await deploy(lab, owner, { plan: 'odd', billing_cycle: 1 })).body.errors).toHaveProperty('billing_cycle');
  const sold = await deploy(lab, owner, { plan: 'odd', billing_cycle: 3 });
  expect(sold.status).toBe(201);
  // Three months at 15.50, plus 20 %.
  expect(await balance(lab, owner)).toBe(100 - 55.8);
});

test('a free plan can be sold', async () => {
  await addPlan({ key: 'gift', name: 'Gift', price: '0', minimum_months: 1 });
  const before = await balance(lab, owner);
  const { status, body } = await deploy(lab, owner, { plan: 'gift' });
  expect([status, body.status]).toEqual([201, 'processing']);
  expect(await balance(lab, owner)).toBe(before);
});

test('warns if no node has room for a plan, and hides a plan until it is on sale', async () => {
  const { id, has_room } = await addPlan({ key: 'giant', name: 'Giant', vcpus: 240, memory: 4_096, off_sale: true });
  expect(has_room).toBe(false);
  expect(await listed('giant')).toBeUndefined();
  expect((await operator.run('listAllPlans')).data.at(-1)).toMatchObject({ key: 'giant', disabled_at: expect.any(String) });
  await operator.run('enablePlan', { key: 'giant' });
  expect(await listed('giant')).toBeDefined();
  await setPlan('giant', { price: '0.99', name: 'Titan' });
  expect(await listed('giant')).toMatchObject({ price: '0.99', name: 'Titan' });
  await operator.run('disablePlan', { key: 'giant' });
  expect(await listed('giant')).toBeUndefined();
  expect(await auditOf(id)).toMatchObject([
    { action: 'addPlan' },
    { action: 'enablePlan', details: { key: 'giant' } },
    { action: 'setPlan', details: { key: 'giant', price: '0.99', name: 'Titan' } },
    { action: 'disablePlan', details: { key: 'giant' } },
  ]);
});

test('refuses an existing key or name, also of a plan not on sale, and leaves nothing behind', async () => {
  await addPlan({ key: 'old', name: 'Old one', off_sale: true });
  const plans = await lab.db.selectFrom('plans').selectAll().orderBy('id').execute();
  const lines = await lab.db.selectFrom('audit_log').select('id').execute();
  await expect(addPlan({ key: 'old', name: 'New' })).rejects.toThrow('Plan old already exists.');
  await expect(addPlan({ key: 'new', name: 'OLD ONE' })).rejects.toThrow(
    'Plan old already has the name Old one. Choose another name.',
  );
  await expect(setPlan('nano', { name: 'Old One' })).rejects.toThrow('Plan old already has the name');
  await expect(setPlan('nowhere', { price: '1' })).rejects.toThrow('Plan nowhere does not exist.');
  expect(await lab.db.selectFrom('plans').selectAll().orderBy('id').execute()).toEqual(plans);
  expect(await lab.db.selectFrom('audit_log').select('id').execute()).toEqual(lines);
  // A plan can keep its own name.
  await setPlan('old', { name: 'OLD one' });
});

test.each([
  ['key', { key: 'twice' }],
  ['name', { name: 'Twin' }],
])('of two concurrent plans with the same %s, one is refused', async (_, same) => {
  const of = (n: number) => plan({ key: `twin-${n}`, name: `Twin ${n}`, ...same });
  const both = await Promise.allSettled([1, 2].map((n) => operator.run('addPlan', of(n))));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

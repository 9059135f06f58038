/** Tests the addons that are sold with a plan, and the promo codes that lower its price. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { type GivenAccount, givenAccount } from '../../given.ts';

let lab: Lab;
let owner: GivenAccount;
beforeAll(async () => {
  lab = await openLab();
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());

test('listPlanAddons lists the addons on sale for the plan, with VAT', async () => {
  const [nano, small] = await lab.db
    .selectFrom('plans')
    .select('id')
    .where('key', 'in', ['nano', 'small'])
    .orderBy('id')
    .execute();
  const addon = await lab.db.selectFrom('addon_products').select('id').where('key', '=', 'bandwidth').executeTakeFirstOrThrow();
  await lab.db
    .insertInto('plan_addons')
    .values({ addon_product_id: addon.id, plan_id: small?.id as number })
    .execute();
  const of = async (id: number | undefined) =>
    (await lab.call('listPlanAddons', { params: { id } } as never, { token: owner.token })).body.data as { key: string }[];
  expect((await of(nano?.id))[0]).toEqual({ key: 'backups', price: 1, price_with_vat: 1.2 });
  expect((await of(nano?.id)).map(({ key }) => key)).not.toContain('bandwidth');
  expect((await of(small?.id)).map(({ key }) => key)).toContain('bandwidth');
});

test('listPlanPromoCodes lists public codes that are currently valid', async () => {
  const code = { percentage: 20, applies_to: 'both' as const };
  const codes = [
    { ...code, code: 'SPRING20' },
    { ...code, code: 'SECRET', listed: false },
    { ...code, code: 'OVER', valid_until: new Date('2020-01-01') },
    { ...code, code: 'OFF', disabled_at: new Date() },
  ];
  await lab.db.insertInto('promo_codes').values(codes).execute();
  const { body } = await lab.call('listPlanPromoCodes', { params: { id: 1 } } as never, { token: owner.token });
  expect(body).toEqual([{ code: 'SPRING20', percentage: 20, minimum_billing_cycle: 1 }]);
});

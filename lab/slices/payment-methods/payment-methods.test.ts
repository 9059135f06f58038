import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';
import { givenPaymentMethods } from '../../given-payments.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
  await givenPaymentMethods(lab.db);
});
afterAll(() => lab.close());

test('listPaymentMethods shows the balance and what the catalogue offers', async () => {
  const { body } = await lab.call('listPaymentMethods', {}, { token: (await givenAccount(lab.db)).token });
  expect(body.data).toEqual([
    { key: 'balance', name: 'Balance', minimum: null, maximum: null, saves_card: false },
    { key: 'card', name: 'Card', minimum: 1, maximum: 1000, saves_card: true },
    { key: 'bank', name: 'Bank transfer', minimum: null, maximum: null, saves_card: false },
  ]);
  expect((await lab.call('listPaymentMethods')).status).toBe(401);
});

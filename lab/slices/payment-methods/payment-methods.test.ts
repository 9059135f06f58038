import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { givenAccount } from '../../given.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('listPaymentMethods lists the balance alone', async () => {
  const { token } = await givenAccount(lab.db);
  const { body } = await lab.call('listPaymentMethods', {}, { token });
  expect(body.data).toEqual([{ key: 'balance', name: 'Balance', minimum: null, maximum: null, saves_card: false }]);
  expect((await lab.call('listPaymentMethods')).status).toBe(401);
});

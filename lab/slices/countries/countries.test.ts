import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

test('listCountries lists all countries with their VAT, without a token', async () => {
  const { status, body } = await lab.call('listCountries');
  expect(status).toBe(200);
  expect(body.data).toContainEqual({ id: expect.any(Number), code: 'AT', name: 'Austria', tax_rate: 1.2 });
  const names = body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...names].sort());
});

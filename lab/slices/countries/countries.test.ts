import { COUNTRY_CODES } from '@innkeeper/model/people/country-codes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';

let lab: Lab;
let refused: string[] = [];
beforeAll(async () => {
  lab = await openLab({ liveSettings: () => ({ refusedCountries: refused }) });
});
beforeEach(() => {
  refused = [];
});
afterAll(() => lab.close());

const rates = async (): Promise<Record<string, number>> => {
  const { body } = await lab.call('listCountries');
  return Object.fromEntries(body.data.map(({ code, tax_rate }: { code: string; tax_rate: number }) => [code, tax_rate]));
};
const sellFrom = (seller: { country: string; oss?: boolean }) => lab.db.updateTable('seller').set(seller).execute();

test('listCountries lists all countries with their VAT, without a token', async () => {
  const { status, body } = await lab.call('listCountries');
  expect(status).toBe(200);
  expect(body.data).toContainEqual({ id: expect.any(Number), code: 'AT', name: 'Austria', tax_rate: 1.2 });
  const names = body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
});

test('listCountries lists every country of ISO 3166, and Kosovo', async () => {
  expect(Object.keys(await rates()).sort()).toEqual([...COUNTRY_CODES, 'XK'].sort());
});

test('listCountries omits countries that the host refuses', async () => {
  refused = ['AQ', 'XK'];
  const codes = Object.keys(await rates());
  expect(codes).toHaveLength(COUNTRY_CODES.length - 1);
  expect(codes).not.toContain('AQ');
});

test.each([
  [
    { country: 'DE', oss: true },
    { DE: 1.19, AT: 1.2, FR: 1.2, CH: 1, US: 1, GB: 1 },
  ],
  [
    { country: 'DE', oss: false },
    { DE: 1.19, AT: 1.19, FR: 1.19, CH: 1 },
  ],
  [
    { country: 'CH', oss: true },
    { CH: 1.081, AT: 1.2, NO: 1 },
  ],
  [
    { country: 'US', oss: false },
    { US: 1, AT: 1.2, CH: 1 },
  ],
])('a seller of %j shows the rates that it charges', async (seller, expected) => {
  await sellFrom(seller);
  expect(await rates()).toMatchObject(expected);
});

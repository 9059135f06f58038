import { fault, type LocalVies, openLocalVies } from '@innkeeper/engine/vat-numbers/vies/local-server';
import { checkRequester } from '@innkeeper/engine/vat-numbers/vies/requester';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkVatRequester } from './vat-requester.ts';

let lab: TestDatabase;
let vies: LocalVies;
beforeAll(async () => {
  lab = await openTestDatabase();
  vies = await openLocalVies();
});
afterAll(async () => {
  await vies.close();
  await lab.close();
});

const set = (country: string, vat_number: string | null) => lab.db.updateTable('seller').set({ country, vat_number }).execute();
const examine = () => checkVatRequester(lab.db, (number) => checkRequester(number, { url: vies.url }));

test.each<[string, string, string | null, LocalVies['reply'], object[]]>([
  ['accepted', 'AT', 'ATU12345675', undefined, [{ ok: true, why: expect.stringContaining('accepts') }]],
  ['Northern Ireland', 'GB', 'XI110305878', fault('MS_UNAVAILABLE'), [{ ok: 'warn', why: expect.stringContaining('no answer') }]],
  [
    'refused as requester',
    'AT',
    'ATU12345675',
    fault('INVALID_REQUESTER_INFO'),
    [{ ok: 'warn', why: expect.stringContaining("VIES refuses the seller's number ATU12345675") }],
  ],
  ['not registered', 'DE', 'DE136695977', undefined, [{ ok: 'warn', why: expect.stringContaining('DE136695977') }]],
  ['the ISO code of Greece', 'GR', 'GR094259216', undefined, [{ ok: 'warn', why: expect.stringContaining('GR094259216') }]],
  ['a seller outside of the EU', 'CH', 'CHE123456788', undefined, [{ ok: true, why: expect.stringContaining('CHE123456788') }]],
  ['no number', 'CH', null, undefined, []],
])('%s', async (_name, country, number, reply, expected) => {
  await set(country, number);
  vies.reply = reply;
  expect(await examine()).toEqual(expected.map((one) => expect.objectContaining(one)));
});

test('says nothing if VIES is not asked', async () => {
  await set('DE', 'DE136695977');
  expect(await checkVatRequester(lab.db, null)).toEqual([]);
});

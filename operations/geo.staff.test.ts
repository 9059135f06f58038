import { type Lab, openLab } from '@innkeeper/lab/app';
import { givenCountryData } from '@innkeeper/lab/given-geo';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: Lab;
let operator: Operator;
beforeAll(async () => {
  lab = await openLab();
  operator = openOperator(lab);
});
afterAll(() => lab.close());

test('setGeo sets a file or URL and requests an import; showGeo shows it, and importGeo requests another', async () => {
  await expect(operator.run('importGeo', { kind: 'asn' })).rejects.toMatchObject({ code: 'not_found' });
  expect((await operator.run('showGeo')).data).toMatchObject([
    { kind: 'country', location: null, in_use: null },
    { kind: 'asn' },
  ]);
  const location = 'https://mirror.example/countries.csv';
  const set = await operator.run('setGeo', { kind: 'country', location, licence: 'CC BY 4.0', attribution: 'Example' });
  expect(set).toMatchObject({ location, licence: 'CC BY 4.0', requested_at: expect.any(String) });
  await lab.db.updateTable('geo_sources').set({ requested_at: null }).execute();
  expect(await operator.run('importGeo', { kind: 'country', accept_shrunk: true })).toMatchObject({
    requested_at: expect.any(String),
  });
  await givenCountryData(lab.db, { AT: ['192.0.2.0-192.0.2.255'] });
  expect((await operator.run('showGeo')).data[0]?.in_use).toMatchObject({ version: '1', age_days: 0, licence: 'CC0' });
  const lines = await lab.db
    .selectFrom('audit_log')
    .select('action')
    .where('action', 'in', ['setGeo', 'importGeo'])
    .orderBy('id')
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(['setGeo', 'importGeo']);
});

test.each([['countries.csv'], ['ftp://mirror.example/a'], ['http://127.0.0.1/a.csv'], ['http://169.254.169.254/']])(
  'setGeo refuses %s',
  async (location) => {
    await expect(operator.run('setGeo', { kind: 'asn', location })).rejects.toMatchObject({ code: 'validation' });
  },
);

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Lab, openLab } from '../../app.ts';
import { expectBooksClean } from '../../books.ts';
import { givenAccount, givenNode } from '../../given.ts';
import { givenCountryData } from '../../given-geo.ts';
import { deploy } from '../given-deploy.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await openLab({ trustProxy: ['127.0.0.1'] });
  await givenNode(lab.db);
});
afterAll(() => lab.close());
afterAll(() => expectBooksClean(lab.db));

test("an order stores the country of its client's IP address as tax evidence, if country data exists", async () => {
  const me = await givenAccount(lab.db, { funds: 100_00n });
  const evidence = async (from: string) => {
    const headers = { 'x-forwarded-for': from, 'x-forwarded-proto': 'https' };
    const ordered = await deploy(lab, me, {}, headers);
    expect(ordered).toMatchObject({ status: 201 });
    const { tax } = await lab.db.selectFrom('orders').select('tax').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    return (tax as { evidence: { ipCountry: string | null } }).evidence.ipCountry;
  };
  expect(await evidence('192.0.2.9')).toBeNull();
  await givenCountryData(lab.db, { AT: ['192.0.2.0-192.0.2.255'], FR: ['2001:db8::-2001:db8::ffff'] });
  expect([await evidence('192.0.2.10'), await evidence('2001:db8::7'), await evidence('198.51.100.1')]).toEqual([
    'AT',
    'FR',
    null,
  ]);
});

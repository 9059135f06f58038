/** Tests fields and operations that only the host's command line offers, although staff sees other parts of the same resource over HTTP. */
import { operatorOperationOf } from '@innkeeper/contract/operator/all';
import type { StaffRole } from '@innkeeper/model/people/staff';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type Lab, openLab } from '../app.ts';
import { type GivenStaff, givenStaff } from '../given-staff.ts';
import { openOperator } from '../operator.ts';

let lab: Lab;
const people = new Map<StaffRole, GivenStaff>();
beforeAll(async () => {
  lab = await openLab();
  for (const role of ['support', 'billing', 'technical', 'owner'] as const) people.set(role, await givenStaff(lab.db, { role }));
});
afterAll(() => lab.close());

const send = (role: StaffRole, method: 'GET' | 'PATCH' | 'POST', path: string, payload?: object): Promise<Answer> =>
  lab.send({
    method,
    url: `/v1/operator${path}`,
    headers: { authorization: `Bearer ${people.get(role)?.token}` },
    ...(payload && { payload }),
  });

test.each([
  ['support', 'POST', '/accounts', { email: 'friend@example.net', funds: '50000' }, 'funds'],
  ['billing', 'PATCH', '/plans/small', { price: '0.01' }, 'price'],
  ['technical', 'PATCH', '/dns', { url: 'https://collector.example.net' }, 'url'],
  ['technical', 'PATCH', '/dns', { driver: 'none' }, 'driver'],
  ['owner', 'PATCH', '/dns', { url: 'https://collector.example.net', ttl: 600 }, 'url'],
] as const)('refuses %s: %s %s with %j at its field', async (role, method, path, payload, field) => {
  expect(await send(role, method, path, payload)).toMatchObject({
    status: 422,
    body: { code: 'validation', errors: { [field]: expect.anything() } },
  });
});

test('offers the other fields of the same operations', async () => {
  expect(await send('support', 'POST', '/accounts', { email: 'friend@example.net' })).toMatchObject({
    status: 201,
    body: { balance: '0.00' },
  });
  expect(await send('technical', 'PATCH', '/dns', { ttl: 600 })).toMatchObject({ status: 200, body: { ttl: 600, url: null } });
  const { body } = await send('billing', 'GET', '/plans');
  const [{ key, price }] = body.data;
  expect(await send('billing', 'PATCH', `/plans/${key}`, { name: 'Other' })).toMatchObject({ status: 200, body: { price } });
});

test('neither a plan nor a scanner can be set over HTTP', async () => {
  for (const name of ['addPlan', 'setScanner'] as const) expect(operatorOperationOf(name).hostOnly).toBeDefined();
  const plan = { key: 'cheap', name: 'Cheap', vcpus: 1, memory: 1, disk: 1, traffic: 1, price: '0.01' };
  expect((await send('owner', 'POST', '/plans', plan)).status).toBe(404);
  expect((await send('owner', 'PATCH', '/scanner', { tcp: '10.0.0.1:3310' })).status).toBe(404);
});

test.each(['/etc/shadow', '/dev/zero', 'file:///etc/shadow'])(
  'over HTTP country data cannot be loaded from %s',
  async (location) => {
    expect(await send('technical', 'PATCH', '/geo/country', { location })).toMatchObject({
      status: 422,
      body: { errors: { location: expect.anything() } },
    });
    const url = 'https://mirror.example/countries.csv';
    expect(await send('technical', 'PATCH', '/geo/country', { location: url })).toMatchObject({ status: 200 });
  },
);

test('over HTTP a mailbox cannot be moved to another host with its stored password', async () => {
  await lab.db
    .updateTable('inbox_settings')
    .set({
      address: 'support@shop.example',
      imap_host: 'mail.example.org',
      imap_user: 'support',
      imap_password: Buffer.from('x'),
    })
    .execute();
  expect(await send('technical', 'PATCH', '/inbox', { imap_host: 'collector.example.net' })).toMatchObject({
    status: 422,
    body: { errors: { imap_password_file: [/Name a file with the password/] } },
  });
  expect(await openOperator(lab).run('showInbox')).toMatchObject({ imap: { host: 'mail.example.org' } });
});

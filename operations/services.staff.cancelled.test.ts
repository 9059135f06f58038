/** Tests how replies to staff name a cancellation by the owner of a service. */
import { insertCancelRequest } from '@innkeeper/db/tables/services';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type GivenAccount, givenAccount, givenServer } from '@innkeeper/lab/given';
import { givenAddon } from '@innkeeper/lab/given-copies';
import { givenSupportPlan } from '@innkeeper/lab/given-support-plans';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { labSettings } from '@innkeeper/lab/settings';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const now = new Date('2026-03-10T10:00:00Z');
const expiry_at = new Date('2026-04-01T00:00:00Z');
const endsAt = new Date(expiry_at.getTime() + labSettings.cancelGraceMs).toISOString();
let lab: TestDatabase;
let operator: Operator;
let ada: GivenAccount;
let plan: number;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator({
    db: lab.db,
    clock: { now: () => now },
    engine: {
      compute: { list: async () => [], directory: '/' },
      images: { provide: () => Promise.reject(new Error('no builds here')) },
      trials: null,
      imageFiles: { lookAt: async () => [], storedPath: (file) => file },
      network: { checkUplink: async () => [] },
    },
  });
});
afterAll(() => lab.close());
beforeEach(async () => {
  ada = await givenAccount(lab.db);
  plan = await givenSupportPlan(lab.db, { accountId: ada.accountId, now });
  await lab.db.updateTable('services').set({ expiry_at, billing_anchor: expiry_at }).where('id', '=', plan).execute();
});

const cancel = (service_id: number, atOnce = false) =>
  insertCancelRequest(lab.db, { service_id, now: atOnce, reason: 'Too dear.', created_at: now });
const keep = { reason: 'A mistake.' };
const end = (service: number) => operator.run('endService', { service, reason: 'It sends spam.' });

test('a kept service names its cancellation: it runs until its expiry, does not renew, and is deleted after the grace period', async () => {
  await cancel(plan);
  await end(plan);
  expect(await operator.run('keepService', { service: plan, ...keep })).toMatchObject({
    status: 'active',
    cancellation: { now: false, reason: 'Too dear.', created_at: now.toISOString(), ends_at: endsAt },
  });
  await end(plan);
  expect(await operator.print('keepService', { service: plan, ...keep })).toBe(
    `Service ${plan} (support-plan) is kept. It is active. It was cancelled at ${now.toISOString()}, by its owner: it is switched off at ${expiry_at.toISOString()}, does not renew, and is deleted at ${endsAt}.`,
  );
});

test('a kept service that its owner had switched off stays off until it is deleted', async () => {
  await cancel(plan, true);
  await end(plan);
  expect(await operator.print('keepService', { service: plan, ...keep })).toBe(
    `Service ${plan} (support-plan) is kept. It is suspended. It was cancelled at ${now.toISOString()}, by its owner: it does not renew, and is deleted at ${new Date(now.getTime() + labSettings.cancelGraceMs).toISOString()}.`,
  );
});

test('a service that is not cancelled has no such sentence', async () => {
  await end(plan);
  expect(await operator.run('keepService', { service: plan, ...keep })).toMatchObject({ cancellation: null });
  await end(plan);
  expect(await operator.print('keepService', { service: plan, ...keep })).toBe(
    `Service ${plan} (support-plan) is kept. It is active.`,
  );
});

test('server show names the cancellation', async () => {
  const web = await givenServer(lab.db, { accountId: ada.accountId, hostname: 'web-1' });
  await lab.db.updateTable('services').set({ expiry_at, billing_anchor: expiry_at }).where('id', '=', web).execute();
  expect(await operator.run('showServer', { server: web })).toMatchObject({ cancellation: null });
  expect(await operator.print('showServer', { server: web })).not.toContain('cancelled');
  await cancel(web);
  expect(await operator.run('showServer', { server: web })).toMatchObject({ cancellation: { now: false, ends_at: endsAt } });
  expect(await operator.print('showServer', { server: web })).toContain(
    `\n  cancelled ${now.toISOString()}, by its owner: it is switched off at ${expiry_at.toISOString()}, does not renew, and is deleted at ${endsAt}.\n`,
  );
});

test('service list says that a cancelled service and its addons do not renew, nor do those of a server that staff ends', async () => {
  const web = await givenServer(lab.db, { accountId: ada.accountId, hostname: 'web-1' });
  const backups = await givenAddon(lab.db, { serverId: web, key: 'backups' });
  const list = async () => {
    const { data } = await operator.run('listServices', { account: ada.email });
    return data.map(({ id, cancelled, auto_renew }) => [id, cancelled, auto_renew]);
  };
  const printed = async () => {
    const [, ...rows] = (await operator.print('listServices', { account: ada.email })).split('\n');
    return rows.map((row) => [Number(/^\d+/.exec(row)?.[0]), / months? +(yes|no) /.exec(row)?.[1]]);
  };
  expect(await list()).toEqual([backups, web, plan].map((id) => [id, false, true]));
  expect(await printed()).toEqual([backups, web, plan].map((id) => [id, 'yes']));
  await cancel(web);
  expect(await list()).toEqual([
    [backups, true, true],
    [web, true, true],
    [plan, false, true],
  ]);
  expect(await printed()).toEqual([
    [backups, 'no'],
    [web, 'no'],
    [plan, 'yes'],
  ]);
  const other = await givenServer(lab.db, { accountId: ada.accountId, hostname: 'web-2' });
  const addon = await givenAddon(lab.db, { serverId: other, key: 'backups' });
  await end(other);
  expect((await printed()).slice(0, 2)).toEqual([
    [addon, 'no'],
    [other, 'no'],
  ]);
});

test('service list says that services which staff suspends, or whose account is suspended, do not renew', async () => {
  const web = await givenServer(lab.db, { accountId: ada.accountId, hostname: 'web-1' });
  const backups = await givenAddon(lab.db, { serverId: web, key: 'backups' });
  const list = async () => {
    const { data } = await operator.run('listServices', { account: ada.email });
    const [, ...rows] = (await operator.print('listServices', { account: ada.email })).split('\n');
    return data.map(({ id, staff_suspended }, n) => [id, staff_suspended, / months? +(yes|no) /.exec(rows[n] ?? '')?.[1]]);
  };
  await operator.run('suspendService', { service: web, reason: 'It sends spam.' });
  const all = (others: unknown[]) => [
    [backups, true, 'no'],
    [web, true, 'no'],
    [plan, ...others],
  ];
  expect(await list()).toEqual(all([false, 'yes']));
  await operator.run('suspendAccount', { account: ada.email, reason: 'Abuse' });
  expect(await list()).toEqual(all([true, 'no']));
});

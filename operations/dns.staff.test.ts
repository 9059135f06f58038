import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addPool } from '@innkeeper/db/seed/add-pool';
import { alertOnce, openAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { givenDns, pushTo } from '@innkeeper/lab/given-dns';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let directory: string;
let operator: Operator;
beforeAll(async () => {
  directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-dns-'));
  lab = await openTestDatabase();
  operator = openOperator({ ...lab, dns: givenDns(directory) });
  await givenNode(lab.db);
});
afterAll(async () => {
  await lab.close();
  await fs.rm(directory, { recursive: true });
});

const push = () => pushTo(givenDns(directory), lab.db);
const nameAll = () =>
  sql`insert into ptr_names (address, pool_id, ip_address_id, name, push_at)
    select address, pool_id, id, 'host-' || id || '.example.com', now() from ip_addresses where account_id is not null`.execute(
    lab.db,
  );

test('setDns keeps omitted settings and writes an audit line; showDns shows settings, zones and pending names', async () => {
  const { accountId } = await givenAccount(lab.db);
  await givenServer(lab.db, { accountId });
  await nameAll();
  expect(await operator.run('showDns')).toMatchObject({
    ...{ driver: 'none', away: null, names: { total: 1, waiting: 1, refused: 0 } },
    zones: [{ pool: 'default', name: '0.77.10.in-addr.arpa', parent: null }],
  });
  const url = 'http://127.0.0.1:8081';
  await operator.run('setDns', { driver: 'powerdns', url, nameservers: ['NS1.example.net'], contact: 'dns@example.net' });
  await operator.run('setDns', { ttl: 600, forward_confirmed: true, resolvers: ['192.0.2.53'] });
  expect(await operator.run('showDns')).toMatchObject({
    ...{ driver: 'powerdns', url, nameservers: ['ns1.example.net'], contact: 'dns@example.net', ttl: 600 },
    ...{ forward_confirmed: true, resolvers: ['192.0.2.53'] },
  });
  expect(await operator.run('setDns', { resolvers: ['none'], forward_confirmed: false })).toMatchObject({ resolvers: [] });
  const lines = await lab.db.selectFrom('audit_log').select('details').where('action', '=', 'setDns').orderBy('id').execute();
  expect(lines.map(({ details }) => details)).toMatchObject([{ url }, { ttl: 600 }, { forward_confirmed: false }]);
});

test.each([
  [{}, 'driver'],
  [{ driver: 'bind' }, 'driver'],
  [{ url: 'http://ns1.example.net:8081' }, 'url'],
  [{ url: 'http://8.8.8.8:8081' }, 'url'],
  [{ url: 'ftp://127.0.0.1' }, 'url'],
  [{ nameservers: ['ns1'] }, 'nameservers.0'],
  [{ contact: 'nobody' }, 'contact'],
  [{ ttl: 5 }, 'ttl'],
  [{ resolvers: ['ns1.example.net'] }, 'resolvers.0'],
])('setDns refuses %j at its field', async (input, field) => {
  const refused = operator.run('setDns', input);
  await expect(
    refused.catch((error: { details?: unknown; message: string }) => JSON.stringify(error.details ?? error.message)),
  ).resolves.toContain(field);
});

test('a new server gets everything, pushDns repeats all for the current one, and fails without one', async () => {
  await operator.run('setDns', { driver: 'simulated' });
  expect(await push()).toBe(1);
  expect(await operator.run('showDns')).toMatchObject({ names: { total: 1, waiting: 0 } });
  await fs.rm(directory, { recursive: true });
  expect(await operator.run('pushDns')).toMatchObject({ names: { waiting: 1 } });
  expect(await push()).toBe(1);
  expect(await operator.run('setDns', { server: 'other' })).toMatchObject({ names: { waiting: 1 } });
  await operator.run('setDns', { driver: 'none' });
  await expect(operator.run('pushDns')).rejects.toMatchObject({ code: 'wrong_state' });
});

test('checkDns reports what the server has, and which delegations must be requested', async () => {
  expect((await operator.run('checkDns')).findings).toMatchObject([{ ok: 'warn', why: expect.stringContaining('none is set') }]);
  await operator.run('setDns', { driver: 'simulated' });
  await fs.rm(directory, { recursive: true, force: true });
  expect((await operator.run('checkDns')).findings[0]).toMatchObject({ ok: false, why: '0.77.10.in-addr.arpa does not exist' });
  process.exitCode = 0;
  await push();
  expect((await operator.run('checkDns')).findings).toMatchObject([
    { ok: true, why: 'has 1 of 1 zones' },
    { ok: true, why: expect.stringContaining('private network') },
  ]);
});

test('removePool waits until the server has removed the names of the pool', async () => {
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'small', cidr: '192.0.2.8/30', gateway: '192.0.2.9' }));
  await lab.db
    .updateTable('dns_settings')
    .set({ driver: 'simulated', nameservers: ['ns1.example.net'] })
    .execute();
  await sql`insert into ptr_names (address, pool_id, told, push_at) select '192.0.2.10', id, true, now() from ip_pools where name = 'small'`.execute(
    lab.db,
  );
  await expect(operator.run('removePool', { pool: 'small' })).rejects.toMatchObject({ code: 'wrong_state' });
  await push();
  await operator.run('removePool', { pool: 'small' });
});

test('removing a DNS server closes the alerts about it', async () => {
  await operator.run('setDns', { driver: 'powerdns', url: 'http://127.0.0.1:8081', nameservers: ['ns1.example.net'] });
  await alertOnce(lab.db, { kind: 'dns_away', key: 'dns', message: 'It is away.' });
  await alertOnce(lab.db, { kind: 'name_refused', key: '0.77.10.in-addr.arpa', message: 'It takes no name.' });
  await operator.run('setDns', { ttl: 900 });
  expect(await openAlerts(lab.db)).toHaveLength(2);
  await operator.run('setDns', { driver: 'none' });
  expect(await openAlerts(lab.db)).toEqual([]);
});

import { addPool } from '@innkeeper/db/seed/add-pool';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { type Operator, openOperator } from '@innkeeper/lab/operator';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

let lab: TestDatabase;
let operator: Operator;
beforeAll(async () => {
  lab = await openTestDatabase();
  operator = openOperator(lab);
  await givenNode(lab.db);
  const { accountId } = await givenAccount(lab.db);
  await givenServer(lab.db, { accountId });
  await sql`insert into ptr_names (address, pool_id, ip_address_id, name)
    select address, pool_id, id, 'host-' || id || '.example.com' from ip_addresses where account_id is not null`.execute(lab.db);
});
afterAll(() => lab.close());

test('exportPool writes the zones of a pool, with or without a DNS server', async () => {
  await lab.db.transaction().execute((trx) => addPool(trx, { name: 'small', cidr: '192.0.2.8/30', gateway: '192.0.2.9' }));
  await expect(operator.run('exportPool', { pool: 'small' })).rejects.toMatchObject({ code: 'validation' });
  await expect(operator.run('exportPool', { pool: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  const { zones } = await operator.run('exportPool', { pool: 'small', nameservers: ['ns9.example.net'] });
  expect(zones).toMatchObject([{ name: '8-11.2.0.192.in-addr.arpa', ask: expect.stringContaining('RFC 2317') }]);
  const of = await operator.run('exportPool', { pool: 'default', nameservers: ['ns9.example.net'] });
  expect(of.zones[0]?.text).toMatch(/\d+\.0\.77\.10\.in-addr\.arpa\. IN PTR host-\d+\.example\.com\.\n/);
  expect(await operator.print('exportPool', { pool: 'small', nameservers: ['ns9.example.net'] })).toMatch(/^; Ask whoever holds/);
});

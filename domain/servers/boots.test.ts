import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countBoots, HOST_RESTART_REASON } from './boots.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await givenNode(database.db);
});
afterAll(() => database.close());

const count = (now = new Date()) =>
  database.db.transaction().execute((trx) => countBoots(trx, now, { lockReason: HOST_RESTART_REASON, nodeId: null }));

test('counts each booting guest once, whoever started it, and ignores one that boots for too long', async () => {
  const { db } = database;
  const { accountId } = await givenAccount(db);
  const [pressed, after] = [await givenServer(db, { accountId }), await givenServer(db, { accountId })];
  expect(await count()).toBe(0);
  await db.updateTable('server_details').set({ power: 'booting' }).where('id', '=', pressed).execute();
  expect(await count()).toBe(1);
  await sql`with w as (insert into workflows (kind, input) values ('server.start', '{}') returning id)
    insert into locks (kind, resource_id, workflow_id, reason, deadline_at)
    select 'server', ${after}::int, id, ${HOST_RESTART_REASON}, now() from w`.execute(db);
  expect(await count()).toBe(2);
  await db.updateTable('server_details').set({ power: 'booting' }).where('id', '=', after).execute();
  expect(await count()).toBe(2);
  expect(await count(new Date(Date.now() + 120_000))).toBe(1);
});

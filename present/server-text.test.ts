import { Server } from '@innkeeper/contract/schemas/server';
import { loadShownServers, type ShownServer } from '@innkeeper/db/tables/servers';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount, givenServer } from '@innkeeper/lab/given';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { presentServer } from './server.ts';
import { serverTexts } from './server-text.ts';

let database: TestDatabase;
let row: ShownServer;
beforeAll(async () => {
  database = await openTestDatabase();
  const { accountId } = await givenAccount(database.db);
  const [loaded] = await loadShownServers(database.db, [
    await givenServer(database.db, { accountId, startup_script: 'echo "é"' }),
  ]);
  if (!loaded) throw new Error('the server is gone');
  row = loaded;
});
afterAll(() => database.close());

it("equals the presented server, at the caller's VAT rate", () => {
  for (const rate of [2_000, 0, 0, 2_000]) {
    expect(Server.parse(JSON.parse(serverTexts(rate)(row)))).toEqual(presentServer(row, rate));
  }
});

it('differs for another row of the same server', () => {
  const first = serverTexts(0)(row);
  expect(serverTexts(0)({ ...row, hostname: 'other.example' })).not.toBe(first);
});

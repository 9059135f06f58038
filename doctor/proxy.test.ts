import { alertOnce } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkProxy } from './proxy.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

test('warns of a proxy that the installation was not told of, with the option that tells it', async () => {
  expect(await checkProxy(lab.db)).toEqual([]);
  await alertOnce(lab.db, { kind: 'unknown_proxy', key: 'api', message: 'A proxy forwards requests.' });
  expect(await checkProxy(lab.db)).toMatchObject([
    { name: 'proxy', ok: 'warn', remedy: expect.stringContaining('--trust-proxy') },
  ]);
});

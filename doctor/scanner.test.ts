import { markScannerUnavailable } from '@innkeeper/db/tables/scanner';
import { openScanners } from '@innkeeper/engine/scanner/open';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { type FakeClamd, openFakeClamd } from '@innkeeper/lab/fake-clamd';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkVirusScanner } from './scanner.ts';

let lab: TestDatabase;
let clamd: FakeClamd;
beforeAll(async () => {
  lab = await openTestDatabase();
  clamd = await openFakeClamd();
});
afterAll(async () => {
  await clamd.close();
  await lab.close();
});

test("checks the virus scanner, and reports the API's failure even if the check succeeds", async () => {
  const look = () => checkVirusScanner(lab.db, openScanners());
  expect(await look()).toEqual([]);
  await lab.db.updateTable('scanner_settings').set({ socket: clamd.socket }).execute();
  expect((await look()).map(({ ok }) => ok)).toEqual([true, true]);
  await markScannerUnavailable(lab.db, { error: 'connect EACCES', now: new Date() });
  expect((await look()).map(({ ok }) => ok)).toEqual([true, true, false]);
  expect((await look()).at(-1)?.why).toContain('EACCES');
  await clamd.goAway();
  expect(await look()).toMatchObject([{ ok: false, why: expect.stringContaining(clamd.socket) }, { ok: false }]);
  await clamd.comeBack();
});

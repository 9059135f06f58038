import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { days } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchCertificate } from './watch-certificate.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const START = Date.UTC(2026, 0, 1);
/** Runs the job on day `day` of a certificate that is valid for `life` days. Returns the kinds of open alerts. */
async function openAfter(day: number, life = 90): Promise<string[]> {
  const certificate = { validFrom: new Date(START), validTo: new Date(START + days(life)) };
  await watchCertificate({ db: lab.db, clock: { now: () => new Date(START + days(day)) }, certificate });
  return (await openAlerts(lab.db)).map(({ kind }) => kind);
}

test('the alert opens with a fifth of the lifetime left, and closes when another certificate is served', async () => {
  expect(await openAfter(71.9)).toEqual([]);
  expect(await openAfter(72)).toEqual(['certificate_expiring']);
  expect(await openAfter(91)).toEqual(['certificate_expiring']);
  expect(await openAfter(91, 365)).toEqual([]);
  expect(await openAfter(89)).toEqual(['certificate_expiring']);
  await watchCertificate({ db: lab.db, clock: { now: () => new Date(START) } });
  expect(await openAlerts(lab.db)).toEqual([]);
});

import { openAlerts } from '@innkeeper/db/tables/alerts';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { givenAccount } from '@innkeeper/lab/given';
import { givenJobCx } from '@innkeeper/lab/given-cx';
import { labSettings } from '@innkeeper/lab/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendPasswordResets } from './send-password-resets.ts';
import { sendSignUps } from './send-sign-ups.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const cx = (pageUrl: string | null) => ({
  ...givenJobCx(lab.db, { settings: { ...labSettings, pageUrl } }),
  log: SILENT_LOG,
});
const mails = () => lab.db.selectFrom('mails').select(['template', 'data']).orderBy('id').execute();

test('mails with links wait with one alert while the host has no web page, and use the page once configured', async () => {
  const { email } = await givenAccount(lab.db);
  const now = new Date();
  await lab.db.insertInto('password_resets').values({ email, created_at: now }).execute();
  await lab.db.insertInto('sign_ups').values({ email: 'new@example.org', created_at: now }).execute();
  for (let times = 0; times < 2; times += 1) {
    expect(await sendPasswordResets(cx(null))).toBe(0);
    expect(await sendSignUps(cx(null))).toBe(0);
  }
  expect(await mails()).toEqual([]);
  expect((await openAlerts(lab.db)).map(({ kind }) => kind)).toEqual(['page_unnamed']);
  expect(await sendPasswordResets(cx('https://shop.example.net/join'))).toBe(1);
  expect(await sendSignUps(cx('https://shop.example.net/join'))).toBe(1);
  for (const { data } of await mails())
    expect(data).toMatchObject({ link: expect.stringMatching(/^https:\/\/shop\.example\.net\/join\?/) });
  expect(await mails()).toHaveLength(2);
  expect(await openAlerts(lab.db)).toEqual([]);
});

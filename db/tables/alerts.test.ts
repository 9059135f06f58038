import { minutes } from '@innkeeper/model/time/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { alertOnce, openAlerts, openAlertsOf, resolveAlerts } from './alerts.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const openAlert = (key: string, message = 'It crashed.') => alertOnce(lab.db, { kind: 'server_crashed', key, message });

test('an alert is open until it is resolved, and only then reported again', async () => {
  expect(await openAlert('server:7')).toBe(true);
  expect(await openAlert('server:7', 'It crashed again, in other words.')).toBe(false);
  expect(await openAlert('server:8')).toBe(true);
  expect(await openAlertsOf(lab.db, 'server_crashed')).toMatchObject([{ key: 'server:7' }, { key: 'server:8' }]);
  await resolveAlerts(lab.db, { kind: 'server_crashed', key: 'server:7' }, new Date());
  expect(await openAlerts(lab.db)).toMatchObject([{ key: 'server:8', message: 'It crashed.' }]);
  expect(await openAlert('server:7')).toBe(true);
});

test('concurrent reports of one problem open one alert', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => openAlert('server:9')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect((await openAlerts(lab.db)).filter(({ key }) => key === 'server:9')).toHaveLength(1);
});

test('an alert that reopens within an hour counts its openings', async () => {
  const about = { kind: 'dns_away', key: 'server' } as const;
  const openAndClose = async (closedMinutesAgo: number) => {
    await alertOnce(lab.db, { ...about, message: 'It is away.' });
    await resolveAlerts(lab.db, about, new Date(Date.now() - minutes(closedMinutesAgo)));
  };
  for (const closedMinutesAgo of [61, 59, 1, 0]) await openAndClose(closedMinutesAgo);
  const rows = await lab.db.selectFrom('operator_alerts').select('times').where('kind', '=', 'dns_away').orderBy('id').execute();
  expect(rows.map(({ times }) => times)).toEqual([1, 1, 2, 3]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { alertOnce, openAlerts, openAlertsOf, resolveAlerts } from './alerts.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const told = (key: string, message = 'It crashed.') => alertOnce(lab.db, { kind: 'server_crashed', key, message });

test('an alert is open until it is resolved, and told again only after that', async () => {
  expect(await told('server:7')).toBe(true);
  expect(await told('server:7', 'It crashed again, in other words.')).toBe(false);
  expect(await told('server:8')).toBe(true);
  expect(await openAlertsOf(lab.db, 'server_crashed')).toMatchObject([{ key: 'server:7' }, { key: 'server:8' }]);
  await resolveAlerts(lab.db, { kind: 'server_crashed', key: 'server:7' }, new Date());
  expect(await openAlerts(lab.db)).toMatchObject([{ key: 'server:8', message: 'It crashed.' }]);
  expect(await told('server:7')).toBe(true);
});

test('many that tell of the same at the same moment tell of it once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => told('server:9')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect((await openAlerts(lab.db)).filter(({ key }) => key === 'server:9')).toHaveLength(1);
});

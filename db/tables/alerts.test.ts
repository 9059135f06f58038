import { Migrator, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../lab/database.ts';
import { migrate } from '../migrate.ts';
import { MIGRATIONS } from '../migrations/all.ts';
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

test('what was told before alerts had keys gets the key that it would have now, and stays open once', async () => {
  const { db, close } = await openTestDatabase();
  try {
    await sql`drop schema public cascade; create schema public`.execute(db);
    const names = Object.keys(MIGRATIONS);
    const before = names[names.indexOf('0030-alert-keys') - 1] ?? '';
    await new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } }).migrateTo(before);
    await sql`insert into operator_alerts (kind, resource_kind, resource_id, message) values
      ('workflow_stuck', 'server', 3, 'Workflow 12 (server.stop) can go neither on nor back.'),
      ('lock_overdue', 'server', 3, 'The lock "stop" of server 3 is held past its time by workflow 12.'),
      ('server_crashed', 'server', 3, 'It crashed.'), ('server_crashed', 'server', 3, 'It crashed.'),
      ('host_restarted', null, null, 'The host has restarted.'), ('odd', null, null, 'Odd.')`.execute(db);
    await migrate(db);
    expect((await openAlerts(db)).map(({ kind, key }) => `${kind} ${key}`)).toEqual([
      'workflow_stuck workflow:12',
      'lock_overdue workflow:12',
      'server_crashed server:3',
      'host_restarted host',
      'odd alert:6',
    ]);
  } finally {
    await close();
  }
});

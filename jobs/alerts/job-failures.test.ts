import { alertOnce, openAlerts, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJobFailures } from './job-failures.ts';

let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const logged: string[] = [];
const log = { error: (_fields: object, message: string) => void logged.push(message) };
/** Opens the failures of a separate process. */
const failuresOf = (node?: string) =>
  openJobFailures(
    { db: lab.db, clock: { now: () => new Date() }, log },
    { node, jobs: ['renew', 'expire', 'watch', 'ping-monitor'] },
  );
const open = async () => (await openAlerts(lab.db)).map(({ kind, key, message }) => `${kind} ${key}: ${message}`);
const no = new Error('no such plan');

test('three failures in a row open an alert, and the next success closes it', async () => {
  const failures = failuresOf();
  for (const outcome of ['failed', 'failed', 'succeeded', 'failed', 'failed'] as const) await failures[outcome]('renew', no);
  await failures.failed('expire', no);
  expect(await open()).toEqual([]);
  await failures.failed('renew', no);
  await failures.failed('renew', no);
  expect(await open()).toEqual([
    'job_failed job:renew: The job renew failed 3 times in a row, and is tried again: Error: no such plan',
  ]);
  await failures.succeeded('expire');
  expect(await open()).toHaveLength(1);
  await failures.succeeded('renew');
  expect(await open()).toEqual([]);
});

test('the alert of an ended process is closed by the first success of the next one on its node', async () => {
  const first = failuresOf('one');
  for (let i = 0; i < 3; i += 1) await first.failed('watch', no);
  expect((await open())[0]).toMatch(/^job_failed job:watch@one: The job watch of node one failed/);
  await failuresOf('two').succeeded('watch');
  expect(await open()).toHaveLength(1);
  await failuresOf('one').succeeded('watch');
  expect(await open()).toEqual([]);
});

test('closes the alert of a job that the release no longer has, and no alert of other nodes', async () => {
  for (const key of ['job:sweep@one', 'job:sweep@two', 'job:sweep', 'job:watch@one'])
    await alertOnce(lab.db, { kind: 'job_failed', key, message: 'It failed.' });
  await failuresOf('one').succeeded('renew');
  expect((await openAlerts(lab.db)).map(({ key }) => key)).toEqual(['job:sweep@two', 'job:sweep', 'job:watch@one']);
  await resolveAlerts(lab.db, { kind: 'job_failed' }, new Date());
});

test('failures caused by an unavailable database do not count, and nothing throws without it', async () => {
  const failures = failuresOf();
  for (let i = 0; i < 5; i += 1) await failures.failed('watch', new Error('Connection terminated unexpectedly'));
  expect(await open()).toEqual([]);
  // A refused connection to a host other than the database counts as a failure.
  const refused = Object.assign(new Error('connect ECONNREFUSED 192.0.2.7:443'), { code: 'ECONNREFUSED', syscall: 'connect' });
  for (let i = 0; i < 3; i += 1) await failures.failed('ping-monitor', refused);
  expect(await open()).toHaveLength(1);
  await failures.succeeded('ping-monitor');
  const closed = await openTestDatabase();
  await closed.close();
  const without = openJobFailures({ db: closed.db, clock: { now: () => new Date() }, log }, { jobs: ['watch'] });
  for (let i = 0; i < 3; i += 1) await without.failed('watch', no);
  await without.succeeded('watch');
});

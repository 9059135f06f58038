import { openDatabase } from '@innkeeper/db/connect';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { Payments } from '@innkeeper/engine/payments/open';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { fakeMail } from '@innkeeper/lab/fake-mail';
import { NO_DNS } from '@innkeeper/lab/given-dns';
import { NO_JOURNAL } from '@innkeeper/lab/given-invoices';
import { givenWebhooks } from '@innkeeper/lab/given-webhooks';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJobPoll } from './poll.ts';
import { buildSchedule } from './start.ts';

let lab: TestDatabase;
let now: number;
const clock = { now: () => new Date(now) };
beforeAll(async () => {
  lab = await openTestDatabase();
});
beforeEach(() => {
  now = Date.now();
});
afterAll(() => lab.close());

const jobOf = (name: string, everyMs: number, is: { due: boolean }) => ({
  name,
  everyMs,
  due: () => sql<boolean>`${is.due}::boolean`,
});
const namesOf = (jobs: { name: string }[]) => jobs.map(({ name }) => name);

describe('polling for due jobs', () => {
  it('finds a job when its condition holds, and not again before its interval has passed', async () => {
    const state = { due: false };
    const job = jobOf('some', seconds(3), state);
    const look = createJobPoll([job, jobOf('other', seconds(1), { due: false })]);
    expect(await look.due({ ...lab, clock })).toEqual([]);
    state.due = true;
    const found: boolean[] = [];
    for (let i = 0; i < 6; i += 1) found.push((await look.due({ ...lab, clock })).includes(job));
    expect(found).toEqual([false, false, true, false, false, true]);
  });

  it('skips running jobs, and counts their interval from the end', async () => {
    const job = jobOf('slow', seconds(2), { due: true });
    const look = createJobPoll([job]);
    expect(await look.due({ ...lab, clock })).toEqual([job]);
    look.markStarted(job);
    for (let i = 0; i < 5; i += 1) expect(await look.due({ ...lab, clock })).toEqual([]);
    look.markEnded(job);
    expect(await look.due({ ...lab, clock })).toEqual([]);
    expect(await look.due({ ...lab, clock })).toEqual([job]);
  });

  it('finds a job with a failed item that is due for a retry', async () => {
    const look = createJobPoll([jobOf('failed-before', seconds(1), { due: false })]);
    const next = new Date(now + seconds(30));
    await lab.db.insertInto('due_failures').values({ work: 'failed-before', item_id: 1, error: 'why', next_at: next }).execute();
    expect(await look.due({ ...lab, clock })).toEqual([]);
    now += seconds(31);
    expect(namesOf(await look.due({ ...lab, clock }))).toEqual(['failed-before']);
    await lab.db.deleteFrom('due_failures').execute();
  });

  it('a failing condition counts as due, blocks no other job, and opens an alert until it is fixed', async () => {
    const state = { broken: true };
    const due = (): RawBuilder<boolean> => (state.broken ? sql<boolean>`1 / 0 = 1` : sql<boolean>`false`);
    const broken = { name: 'broken', everyMs: seconds(2), due };
    const look = createJobPoll([
      broken,
      jobOf('with-work', seconds(1), { due: true }),
      jobOf('without', seconds(1), { due: false }),
    ]);
    const found = async () => namesOf(await look.due({ ...lab, clock }));
    expect(await found()).toEqual(['broken', 'with-work']);
    expect(await found()).toEqual(['with-work']);
    expect(await found()).toEqual(['broken', 'with-work']);
    const expected = [{ kind: 'job_condition_failed', key: 'job:broken', message: expect.stringContaining('division by zero') }];
    expect(await openAlerts(lab.db)).toMatchObject(expected);
    state.broken = false;
    await found();
    expect(await found()).toEqual(['with-work']);
    expect(await openAlerts(lab.db)).toEqual([]);
  });

  it('fails without alerts about conditions while the database is unavailable', async () => {
    const { db, close } = openDatabase({ url: 'postgres://localhost:1/nobody' });
    const look = createJobPoll([jobOf('some', seconds(1), { due: true })]);
    await expect(look.due({ db, clock })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await close();
  });
});

/** Counts the statements of the worker's jobs in an idle minute, after their first runs. */
async function statementsOfAnIdleMinute(): Promise<number> {
  let statements = 0;
  const db = lab.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const payments = new Payments({ directory: '/nonexistent', trial: false, stripe: null });
  const outside = {
    mail: fakeMail(),
    vatNumbers: new OfflineVatNumbers(),
    dns: NO_DNS,
    webhooks: givenWebhooks(),
    payments,
    invoiceJournal: NO_JOURNAL,
    log: SILENT_LOG,
  };
  const running: Promise<unknown>[] = [];
  const track = async (_name: string, act: () => Promise<unknown>) => {
    running.push(act());
    await running.at(-1);
  };
  const entries = buildSchedule('worker', { db, clock, settings: defaultSettings, ...outside }, track);
  for (const { run } of entries) await run();
  await Promise.all(running.splice(0));
  statements = 0;
  const began = now;
  for (let second = 1; second <= 60; second += 1) {
    now = began + seconds(second);
    for (const { everyMs, run } of entries) if (seconds(second) % everyMs === 0) await run();
    await Promise.all(running.splice(0));
  }
  expect(now).toBe(began + minutes(1));
  return statements;
}

it('needs few statements in an idle worker', async () => {
  // One poll per second, and the jobs that run every half minute or minute.
  expect(await statementsOfAnIdleMinute()).toBeLessThanOrEqual(60 + 47);
});

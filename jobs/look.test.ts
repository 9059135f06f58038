import { openDatabase } from '@innkeeper/db/connect';
import { openAlerts } from '@innkeeper/db/tables/alerts';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { Payments } from '@innkeeper/engine/payments/open';
import { OfflineVatNumbers } from '@innkeeper/engine/vat-numbers/offline/driver';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { fakeMail } from '@innkeeper/lab/fake-mail';
import { NO_DNS } from '@innkeeper/lab/given-dns';
import { givenWebhooks } from '@innkeeper/lab/given-webhooks';
import { minutes, seconds } from '@innkeeper/model/clock';
import { defaultSettings } from '@innkeeper/model/settings';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLook } from './look.ts';
import { timetable } from './start.ts';

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

describe('a look', () => {
  it('finds a job when its condition holds, and not again before its pause is over', async () => {
    const state = { due: false };
    const job = jobOf('some', seconds(3), state);
    const look = openLook([job, jobOf('other', seconds(1), { due: false })]);
    expect(await look.due({ ...lab, clock })).toEqual([]);
    state.due = true;
    const found: boolean[] = [];
    for (let i = 0; i < 6; i += 1) found.push((await look.due({ ...lab, clock })).includes(job));
    expect(found).toEqual([false, false, true, false, false, true]);
  });

  it('asks for no job that runs, and counts its pause from the end', async () => {
    const job = jobOf('slow', seconds(2), { due: true });
    const look = openLook([job]);
    expect(await look.due({ ...lab, clock })).toEqual([job]);
    look.began(job);
    for (let i = 0; i < 5; i += 1) expect(await look.due({ ...lab, clock })).toEqual([]);
    look.ended(job);
    expect(await look.due({ ...lab, clock })).toEqual([]);
    expect(await look.due({ ...lab, clock })).toEqual([job]);
  });

  it('finds a job of which something failed when that is to be tried again', async () => {
    const look = openLook([jobOf('failed-before', seconds(1), { due: false })]);
    const next = new Date(now + seconds(30));
    await lab.db.insertInto('due_failures').values({ work: 'failed-before', item_id: 1, error: 'why', next_at: next }).execute();
    expect(await look.due({ ...lab, clock })).toEqual([]);
    now += seconds(31);
    expect(namesOf(await look.due({ ...lab, clock }))).toEqual(['failed-before']);
    await lab.db.deleteFrom('due_failures').execute();
  });

  it('finds what is due though the condition of another job fails, runs that one besides, and tells the operator until it is mended', async () => {
    const state = { broken: true };
    const due = (): RawBuilder<boolean> => (state.broken ? sql<boolean>`1 / 0 = 1` : sql<boolean>`false`);
    const broken = { name: 'broken', everyMs: seconds(2), due };
    const look = openLook([broken, jobOf('with-work', seconds(1), { due: true }), jobOf('without', seconds(1), { due: false })]);
    const found = async () => namesOf(await look.due({ ...lab, clock }));
    expect(await found()).toEqual(['broken', 'with-work']);
    expect(await found()).toEqual(['with-work']);
    expect(await found()).toEqual(['broken', 'with-work']);
    const told = [{ kind: 'job_condition_failed', key: 'job:broken', message: expect.stringContaining('division by zero') }];
    expect(await openAlerts(lab.db)).toMatchObject(told);
    state.broken = false;
    await found();
    expect(await found()).toEqual(['with-work']);
    expect(await openAlerts(lab.db)).toEqual([]);
  });

  it('fails, and tells of no condition, while the database is away', async () => {
    const { db, close } = openDatabase({ url: 'postgres://localhost:1/nobody' });
    const look = openLook([jobOf('some', seconds(1), { due: true })]);
    await expect(look.due({ db, clock })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await close();
  });
});

/** How many statements the worker's jobs make in a minute in which there is nothing to do, after their first runs. */
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
    log: SILENT_LOG,
  };
  const running: Promise<unknown>[] = [];
  const track = async (_name: string, act: () => Promise<unknown>) => {
    running.push(act());
    await running.at(-1);
  };
  const entries = timetable('worker', { db, clock, settings: defaultSettings, ...outside }, track);
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

it('costs an idle worker few statements', async () => {
  // A look a second, and what runs each half minute or minute.
  expect(await statementsOfAnIdleMinute()).toBeLessThanOrEqual(60 + 45);
});

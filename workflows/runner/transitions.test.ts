import { enqueueTest, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from './claim.ts';
import { sharesOf } from './shares.ts';
import {
  type ClaimedWorkflow,
  endClaimed,
  Fenced,
  lockClaimed,
  recordResults,
  recordStepStart,
  recordUndone,
  releaseClaim,
  startRollback,
  toCompletedStep,
} from './transitions.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

async function claimed(): Promise<ClaimedWorkflow> {
  await enqueueTest(lab, 'a');
  const { claimed: rows } = await claim(lab.db, {
    workerId: 1,
    kinds: ['a'],
    nodes: null,
    claimsNodeless: true,
    except: [],
    limit: 1,
    shares: sharesOf(20, defaultSettings),
    now: new Date(),
    timings: TEST_TIMINGS,
  });
  return rows[0] as ClaimedWorkflow;
}
const now = new Date();
const MOVES: [string, (row: ClaimedWorkflow) => Promise<void>][] = [
  ['begin', (row) => recordStepStart(lab.db, row, 'one')],
  ['remember', (row) => recordResults(lab.db, row, { ended: [toCompletedStep(row, 'one', '1', now)], next: 'two' }, now)],
  [
    'startRollback',
    (row) => startRollback(lab.db, row, { step: 'one', first: 'one', error: 'e', reason: 'r', fault: 'operator' }, now),
  ],
  ['recordUndone', (row) => recordUndone(lab.db, row, 'one', 'end', now)],
  ['releaseClaim', (row) => releaseClaim(lab.db, row, { runAt: now, spentMs: 5, failed: { step: 'one', error: 'e' } })],
  ['endClaimed', (row) => endClaimed(lab.db, row, 'done', now)],
];
const THEFTS: [string, ReturnType<typeof sql>][] = [
  ['was claimed again by the same worker', sql`epoch = epoch + 1`],
  ['is run by another worker', sql`worker_id = 2`],
  ['was queued again', sql`state = 'queued'`],
];

const all = MOVES.flatMap(([name, move]) => THEFTS.map(([how, theft]) => ({ name, move, how, theft })));
test.each(all)('$name writes nothing if the workflow $how', async ({ move, theft }) => {
  const row = await claimed();
  await sql`update workflows set ${theft} where id = ${row.id}`.execute(lab.db);
  const before = await sql`select * from workflows where id = ${row.id}`.execute(lab.db);
  await expect(move(row)).rejects.toThrow(Fenced);
  expect((await sql`select * from workflows where id = ${row.id}`.execute(lab.db)).rows).toEqual(before.rows);
  expect(await lab.db.selectFrom('workflow_steps').selectAll().where('workflow_id', '=', row.id).execute()).toEqual([]);
});

test.each(THEFTS)('lockClaimed throws if the workflow %s', async (_how, theft) => {
  const row = await claimed();
  await recordStepStart(lab.db, row, 'one');
  const lock = () => lab.db.transaction().execute((trx) => lockClaimed(trx, row));
  await lock();
  await sql`update workflows set ${theft} where id = ${row.id}`.execute(lab.db);
  await expect(lock()).rejects.toThrow(Fenced);
});

test('lockClaimed throws in an attempt whose workflow has moved on or rolls back', async () => {
  for (const move of [
    (row: ClaimedWorkflow) => recordResults(lab.db, row, { ended: [toCompletedStep(row, 'one', '1', now)], next: 'two' }, now),
    (row: ClaimedWorkflow) =>
      startRollback(lab.db, row, { step: 'one', first: 'one', error: 'e', reason: 'r', fault: 'operator' }, now),
  ]) {
    const row = await claimed();
    await recordStepStart(lab.db, row, 'one');
    const attempt = { ...row };
    await move(row);
    await expect(lab.db.transaction().execute((trx) => lockClaimed(trx, attempt))).rejects.toThrow(Fenced);
  }
});

test.each(MOVES)('%s writes if the workflow is held, and row and copy stay equal', async (name, move) => {
  const row = await claimed();
  await move(row);
  const there = await lab.db.selectFrom('workflows').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  if (name === 'releaseClaim' || name === 'endClaimed') expect(there.worker_id).toBeNull();
  // `counted_at` is only for workers that free a lost row, and uses the database's clock.
  else expect({ ...row, counted_at: null }).toEqual({ ...there, counted_at: null, begun: row.begun });
});

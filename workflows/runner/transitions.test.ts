import { enqueueTest, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { TEST_PACE } from '@innkeeper/lab/torture/test-timing';
import { defaultSettings } from '@innkeeper/model/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claim } from './claim.ts';
import { sharesOf } from './shares.ts';
import { begin, endHeld, Fenced, type Held, letGo, remember, turnBack, undid } from './transitions.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

async function held(): Promise<Held> {
  await enqueueTest(lab, 'a');
  const [row] = await claim(lab.db, {
    workerId: 1,
    kinds: ['a'],
    nodes: null,
    except: [],
    limit: 1,
    shares: sharesOf(20, defaultSettings),
    now: new Date(),
    pace: TEST_PACE,
  });
  return row as Held;
}
const now = new Date();
const MOVES: [string, (row: Held) => Promise<void>][] = [
  ['begin', (row) => begin(lab.db, row, 'one')],
  ['remember', (row) => remember(lab.db, row, { name: 'one', value: '1', next: 'two' }, now)],
  ['turnBack', (row) => turnBack(lab.db, row, { step: 'one', first: 'one', error: 'e', reason: 'r', fault: 'operator' }, now)],
  ['undid', (row) => undid(lab.db, row, 'one', 'end', now)],
  ['letGo', (row) => letGo(lab.db, row, { runAt: now, spentMs: 5, failed: { step: 'one', error: 'e' } })],
  ['endHeld', (row) => endHeld(lab.db, row, 'done', now)],
];
const THEFTS: [string, ReturnType<typeof sql>][] = [
  ['was claimed anew by the same worker', sql`epoch = epoch + 1`],
  ['is run by another worker', sql`worker_id = 2`],
  ['was queued again', sql`state = 'queued'`],
];

const all = MOVES.flatMap(([name, move]) => THEFTS.map(([how, theft]) => ({ name, move, how, theft })));
test.each(all)('$name writes nothing when the workflow $how', async ({ move, theft }) => {
  const row = await held();
  await sql`update workflows set ${theft} where id = ${row.id}`.execute(lab.db);
  const before = await sql`select * from workflows where id = ${row.id}`.execute(lab.db);
  await expect(move(row)).rejects.toThrow(Fenced);
  expect((await sql`select * from workflows where id = ${row.id}`.execute(lab.db)).rows).toEqual(before.rows);
  expect(await lab.db.selectFrom('workflow_steps').selectAll().where('workflow_id', '=', row.id).execute()).toEqual([]);
});

test.each(MOVES)('%s writes when the workflow is held, and row and copy stay alike', async (name, move) => {
  const row = await held();
  await move(row);
  const there = await lab.db.selectFrom('workflows').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow();
  if (name === 'letGo' || name === 'endHeld') expect(there.worker_id).toBeNull();
  // `counted_at` is for those who find the row without its worker, and by the database's clock.
  else expect({ ...row, counted_at: null }).toEqual({ ...there, counted_at: null });
});

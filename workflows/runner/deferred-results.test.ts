import { loadServer } from '@innkeeper/db/tables/servers';
import { requestCancel } from '@innkeeper/domain/workflows/cancel';
import { givenAccount, givenNode, givenServer } from '@innkeeper/lab/given';
import { eventually } from '@innkeeper/lab/torture/eventually';
import { enqueueTest, openTortureLab, type TortureLab, waitUntilEndedBy } from '@innkeeper/lab/torture/lab';
import { failing, recordedWorkflow } from '@innkeeper/lab/torture/recorded-workflow';
import { systemClock } from '@innkeeper/model/time/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { showBooting } from '../steps/server.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stepsOf = async (id: number) => {
  const lines = lab.db.selectFrom('workflow_steps').select(['step', 'direction', 'finished_at']).where('workflow_id', '=', id);
  return (await lines.orderBy('position').execute()).map(
    ({ step, direction, finished_at }) => `${direction === 'back' ? 'undo ' : ''}${step}${finished_at ? '' : ' unfinished'}`,
  );
};
/** Returns a promise that stays pending until it is opened. */
function gate() {
  let open = () => {};
  const opened = new Promise<null>((resolve) => {
    open = () => resolve(null);
  });
  return { opened, open };
}

test('a step joined with the next has both started, and its result is stored if the next takes long', async () => {
  const { opened, open } = gate();
  const { definition, told } = recordedWorkflow('h.slow', { one: { joinsNext: true, run: () => 1 }, two: { run: () => opened } });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 'h.slow');
  await eventually(async () => told.includes('two')).toBe(true);
  expect(await rowOf(id)).toMatchObject({ step: 'one', memory: {} });
  expect(await stepsOf(id)).toEqual(['one unfinished', 'two unfinished']);
  await eventually(async () => (await rowOf(id)).step).toBe('two');
  expect((await rowOf(id)).memory).toEqual({ one: 1 });
  open();
  await waitUntilEndedBy(worker, lab, [id]);
  expect(told).toEqual(['one', 'two', 'finish']);
  expect(await stepsOf(id)).toEqual(['one', 'two', 'end']);
});

test('a failure of the next step leaves its result stored', async () => {
  const { definition, told } = recordedWorkflow('h.fails', { one: { joinsNext: true, run: () => 1 }, two: { run: failing(1) } });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 'h.fails');
  expect((await waitUntilEndedBy(worker, lab, [id])).get(id)).toBe('done');
  expect(told).toEqual(['one', 'two', 'two', 'finish']);
});

test('if the worker dies in between it runs again, and both are undone', async () => {
  const { definition, told } = recordedWorkflow('h.dies', {
    one: { joinsNext: true },
    two: {},
    three: { attempts: 1, run: failing(1) },
  });
  let dead = false;
  const at = ({ moment, step }: { moment: string; step: string }) => {
    if (dead || moment !== 'afterStep' || step !== 'two') return;
    dead = true;
    throw new Error('dead');
  };
  const worker = await lab.worker([definition], { hooks: { at } });
  const id = await enqueueTest(lab, 'h.dies');
  expect((await waitUntilEndedBy(worker, lab, [id])).get(id)).toBe('undone');
  const forward = ['one', 'two', 'one', 'two', 'three'];
  expect(told).toEqual([...forward, 'undo three', 'undo two', 'undo one', 'undone']);
});

test('a cancellation between them undoes both', async () => {
  const { opened, open } = gate();
  const { definition, told } = recordedWorkflow('h.cancelled', { one: { joinsNext: true }, two: { run: () => opened } });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 'h.cancelled');
  await eventually(async () => told.includes('two')).toBe(true);
  await lab.db.transaction().execute((trx) => requestCancel({ db: trx, clock: systemClock }, id, 'Not wanted.'));
  open();
  expect((await waitUntilEndedBy(worker, lab, [id])).get(id)).toBe('undone');
  expect(told).toEqual(['one', 'two', 'undo two', 'undo one', 'undone']);
});

test('a skipped step is neither started nor undone', async () => {
  const { definition, told } = recordedWorkflow('h.needed', {
    one: { joinsNext: true, run: () => 1 },
    two: { needed: async ({ memory }) => memory.one !== 1 },
    three: { needed: async () => Promise.reject(new Error('no answer')) },
    four: { attempts: 1, run: failing(1) },
  });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 'h.needed');
  expect((await waitUntilEndedBy(worker, lab, [id])).get(id)).toBe('undone');
  expect(told).toEqual(['one', 'three', 'four', 'undo four', 'undo three', 'undo one', 'undone']);
  expect(await stepsOf(id)).not.toContain('two');
});

test('a server is shown as booting from the start of its step, unless another worker has the workflow', async () => {
  await givenNode(lab.db);
  const { accountId } = await givenAccount(lab.db);
  const serverId = await givenServer(lab.db, { accountId, power: 'stopped' });
  const power = async () => (await loadServer(lab.db, serverId)).power;
  const seen: string[] = [];
  const look = async () => {
    seen.push(await power());
    if (seen.length === 1) await sql`update workflows set epoch = epoch + 1 where kind = 'h.begins'`.execute(lab.db);
    return null;
  };
  const { definition } = recordedWorkflow('h.begins', {
    one: { run: look },
    two: { beginsWith: (_, held) => showBooting.beginsWith({ serverId }, held), run: look },
  });
  const worker = await lab.worker([definition]);
  await waitUntilEndedBy(worker, lab, [await enqueueTest(lab, 'h.begins', { input: { serverId } })]);
  expect(seen).toEqual(['stopped', 'stopped', 'booting']);
});

test('a value read with `once` is read again only by the next run', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return reads;
  };
  const { definition } = recordedWorkflow('h.once', {
    one: { run: async ({ memoize }) => [await memoize('it', read), await memoize('it', read)] },
    two: { attempts: 2, run: failing(1) },
    three: { run: async ({ memoize }) => memoize('it', read) },
  });
  const worker = await lab.worker([definition]);
  const id = await enqueueTest(lab, 'h.once');
  await waitUntilEndedBy(worker, lab, [id]);
  expect(reads).toBe(2);
  expect((await rowOf(id)).memory).toEqual({ three: 2 });
});

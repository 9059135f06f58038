import { givenNode } from '@innkeeper/lab/given';
import { enqueueTest, openTortureLab, type TortureLab } from '@innkeeper/lab/torture/lab';
import { TEST_TIMINGS } from '@innkeeper/lab/torture/test-timings';
import { defaultSettings } from '@innkeeper/model/settings/settings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claim, freeOrphans } from './claim.ts';
import { type Liveness, openLiveness } from './liveness.ts';
import { sharesOf } from './shares.ts';

let lab: TortureLab;
let alive: Liveness;
beforeAll(async () => {
  lab = await openTortureLab();
  const quiet = { running: () => [], onWorkAvailable: () => {}, onLost: () => {} };
  alive = await openLiveness({ databaseUrl: lab.url, timings: TEST_TIMINGS, ...quiet });
});
afterAll(async () => {
  await alive.close();
  await lab.close();
});
beforeEach(() => sql`truncate workflows cascade`.execute(lab.db));

const DEAD = 4711;
const take = async (more: Partial<Parameters<typeof claim>[1]> = {}) => (await takeAndTell(more)).claimed;
const takeAndTell = (more: Partial<Parameters<typeof claim>[1]>) =>
  claim(lab.db, {
    workerId: alive.workerId,
    kinds: ['a', 'b'],
    nodes: null,
    claimsNodeless: true,
    except: [],
    limit: 10,
    // Shares are large enough not to matter here. shares.test.ts tests them.
    shares: sharesOf(1_000, defaultSettings),
    now: new Date(),
    timings: TEST_TIMINGS,
    ...more,
  });
const free = (workerId: number, running: number[]) =>
  freeOrphans(lab.db, { workerId, running, now: new Date(), timings: TEST_TIMINGS });

describe('claim', () => {
  test('takes due workflows of known kinds, longest due first, up to its limit', async () => {
    const late = await enqueueTest(lab, 'a', { runAt: new Date(Date.now() - 1_000) });
    const later = await enqueueTest(lab, 'b', { runAt: new Date(Date.now() - 5_000) });
    await enqueueTest(lab, 'a', { runAt: new Date(Date.now() + 60_000) });
    await enqueueTest(lab, 'unknown');
    expect((await take({ limit: 1 })).map((row) => row.id)).toEqual([later]);
    expect((await take()).map((row) => row.id)).toEqual([late]);
    expect(await take()).toEqual([]);
  });

  test('skips workflows that are still active in this process', async () => {
    const id = await enqueueTest(lab, 'a');
    expect(await take({ except: [id] })).toEqual([]);
  });

  test('reports whether more workflows are due', async () => {
    for (const _ of [1, 2, 3]) await enqueueTest(lab, 'a');
    expect((await takeAndTell({ limit: 2 })).more).toBe(true);
    expect((await takeAndTell({ limit: 2 })).more).toBe(false);
    for (const _ of [1, 2]) {
      const row = { kind: 'a', input: '{}', resource_kind: 'test', resource_id: 2, run_at: new Date() };
      await lab.db.insertInto('workflows').values(row).execute();
    }
    expect(await takeAndTell({ limit: 1 })).toMatchObject({ claimed: [{ resource_id: 2 }], more: true });
  });

  test('starts the first steps of a kind, once', async () => {
    const begins = new Map([['a', ['one', 'two']]]);
    const [fresh, begun, cancelled] = [await enqueueTest(lab, 'a'), await enqueueTest(lab, 'a'), await enqueueTest(lab, 'a')];
    const set = (id: number, fields: object) => lab.db.updateTable('workflows').set(fields).where('id', '=', id).execute();
    await set(begun, { step: 'three' });
    await set(cancelled, { cancel_asked_at: new Date(), cancel_reason: 'Not wanted.' });
    const taken = (await take({ begins })).toSorted((one, other) => one.id - other.id);
    expect(taken.map(({ step, begun: names }) => [step, names])).toEqual([
      ['one', ['one', 'two']],
      ['three', []],
      [null, []],
    ]);
    const lines = await lab.db.selectFrom('workflow_steps').select(['workflow_id', 'step']).orderBy('position').execute();
    expect(lines).toEqual(['one', 'two'].map((step) => ({ workflow_id: fresh, step })));
  });

  test('runs one workflow of a resource at a time, even if one query finds two', async () => {
    for (const _ of [1, 2]) {
      const row = { kind: 'a', input: '{}', resource_kind: 'test', resource_id: 1, run_at: new Date() };
      await lab.db.insertInto('workflows').values(row).execute();
    }
    expect(await take()).toHaveLength(1);
    expect(await take()).toEqual([]);
  });

  test('leaves workflows of other nodes to their workers, and those without a node to the first host', async () => {
    const [here, elsewhere] = [await givenNode(lab.db, { name: 'here' }), await givenNode(lab.db, { name: 'elsewhere' })];
    const [ours, theirs, anybodys] = [await enqueueTest(lab, 'a'), await enqueueTest(lab, 'a'), await enqueueTest(lab, 'a')];
    const put = (id: number, nodeId: number) =>
      lab.db.updateTable('workflows').set({ node_id: nodeId }).where('id', '=', id).execute();
    await put(ours, here);
    await put(theirs, elsewhere);
    expect((await take({ nodes: [here], claimsNodeless: false })).map((row) => row.id)).toEqual([ours]);
    expect(await take({ nodes: [here], claimsNodeless: false })).toEqual([]);
    expect((await take({ nodes: [here] })).map((row) => row.id)).toEqual([anybodys]);
    expect((await take({ nodes: [here, elsewhere], claimsNodeless: false })).map((row) => row.id)).toEqual([theirs]);
  });

  test('assigns each workflow to one of many workers', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => enqueueTest(lab, 'a')));
    const taken = await Promise.all(Array.from({ length: 8 }, () => take({ limit: 10 })));
    const claimed = taken.flat().map((row) => row.id);
    expect(claimed.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
  });
});

describe('orphans', () => {
  test('are freed when the session of their worker is gone, and not before', async () => {
    const id = await enqueueTest(lab, 'a');
    await take();
    expect(await free(DEAD, [])).toEqual([]);
    await lab.db.updateTable('workflows').set({ worker_id: DEAD }).execute();
    expect(await free(alive.workerId, [])).toEqual([id]);
    expect((await take())[0]).toMatchObject({ id, epoch: 2, attempts: 1 });
  });

  test('are freed when their worker lives but its lease has expired', async () => {
    const id = await enqueueTest(lab, 'a');
    await take();
    await lab.db
      .updateTable('workflows')
      .set({ lease_until: new Date(Date.now() - 1) })
      .execute();
    expect(await free(DEAD, [])).toEqual([id]);
  });

  test('are freed when their worker does not know them', async () => {
    const id = await enqueueTest(lab, 'a');
    await take();
    expect(await free(alive.workerId, [id])).toEqual([]);
    expect(await free(alive.workerId, [])).toEqual([id]);
  });

  test('are freed although a worker of another database on the same server has that id', async () => {
    const other = await openTortureLab();
    const quiet = { running: () => [], onWorkAvailable: () => {}, onLost: () => {} };
    const elsewhere = await openLiveness({ databaseUrl: other.url, timings: TEST_TIMINGS, ...quiet });
    const id = await enqueueTest(lab, 'a');
    await take({ workerId: elsewhere.workerId });
    expect(await free(alive.workerId, [])).toEqual([id]);
    await elsewhere.close();
    await other.close();
  });
});

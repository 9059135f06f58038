/**
 * Tests live moves that fail, or whose workers die. Each case ends with exactly one running guest, on the node that the row names, and with
 * the capacity of one server.
 */
import { releaseCapacity } from '@innkeeper/db/tables/nodes';
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import type { HookPoint } from '@innkeeper/workflows/runner/hooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenAccount, givenAccount } from '../given.ts';
import { givenRunning, NOTHING, placesOf, rowOf, usedOf, whenFree } from '../given-moves.ts';
import { type Operator, openOperator } from '../operator.ts';
import { openTwoNodes, type TwoNodes } from '../two-nodes.ts';
import { TEST_TIMINGS } from './test-timings.ts';

type NodeName = 'a' | 'b';

let lab: TwoNodes;
let operator: Operator;
let owner: GivenAccount;
/** Called at each point of a worker. */
let at: (point: HookPoint) => Promise<void> | void = () => undefined;
/** Called before each operation of an engine. */
let fail: (node: string, act: string) => void = () => undefined;

beforeAll(async () => {
  lab = await openTwoNodes({
    hooks: () => ({ at: (point) => at(point) }),
    simulated: (node) => ({ fail: (act) => fail(node, act) }),
    timings: TEST_TIMINGS,
  });
  operator = openOperator(lab);
  owner = await givenAccount(lab.db);
});
afterAll(() => lab.close());
beforeEach(() => {
  at = () => undefined;
  fail = () => undefined;
});

/** Moves a new server from a to b, and checks that one guest runs in the end, on `expected`. */
async function moves(expected: NodeName, state: 'done' | 'undone'): Promise<void> {
  const id = await givenRunning(lab, lab.a, { accountId: owner.accountId });
  const [before, usedA, usedB] = [await rowOf(lab, id), await usedOf(lab, lab.a), await usedOf(lab, lab.b)];
  await operator.run('moveServer', { server: id, to: 'b' });
  const workflow = await whenFree(lab, id);
  const [there, elsewhere] = expected === 'b' ? (['b', 'a'] as const) : (['a', 'b'] as const);
  expect(workflow, JSON.stringify(workflow.error)).toMatchObject({ state });
  expect(await rowOf(lab, id)).toMatchObject({ node_id: lab[there].id, power: 'running', boot_id: before.boot_id });
  const places = await placesOf(lab, id);
  expect(places[there]).toMatchObject({ machine: 'running', files: { letter: `of ${id}` }, hasCard: true });
  expect(places[there].answers).toHaveLength(1);
  expect(await lab[there].engine.compute.inspect(machineIdOf(id))).toMatchObject({ up: true, bootId: before.boot_id });
  expect(places[elsewhere]).toEqual(NOTHING);
  const moved = expected === 'b' ? [1, 1_024, 10] : [0, 0, 0];
  expect(await usedOf(lab, lab.a)).toEqual(usedA.map((used, i) => used - (moved[i] ?? 0)));
  expect(await usedOf(lab, lab.b)).toEqual(usedB.map((used, i) => used + (moved[i] ?? 0)));
  // The next case needs the room.
  await lab[there].stop();
  await lab[there].engine.compute.destroy(machineIdOf(id));
  await lab[there].engine.network.detach(machineIdOf(id));
  await lab.db.transaction().execute(async (trx) => {
    await releaseCapacity(trx, { id });
    await updateServer(trx, id, { power: 'absent' });
  });
  await lab[there].start();
}

test.each(['offer', 'receive', 'connect', 'sendDisk', 'sendMemory'])(
  'an engine that fails at %s leaves the server running',
  async (act) => {
    fail = (_node, called) => {
      if (called === act) throw new Error('injected');
    };
    await moves('a', 'undone');
  },
);

test('a guest that cannot be taken at once is taken by the next step', async () => {
  let taken = 0;
  fail = (_node, act) => {
    if (act !== 'take') return;
    taken += 1;
    if (taken === 1) throw new Error('injected');
  };
  await moves('b', 'done');
  expect(taken).toBe(2);
});

const STEPS = { check: 'a', receive: 'b', 'copy-disk': 'a', switch: 'a', settle: 'b', 'clean-up': 'a' } as const;
type Death = { step: keyof typeof STEPS; moment: 'beforeStep' | 'afterStep'; killed: NodeName; ends: NodeName };

const DEATHS: Death[] = [
  // The worker that runs the step. Streams of a process end with it.
  { step: 'check', moment: 'beforeStep', killed: 'a', ends: 'b' },
  { step: 'check', moment: 'afterStep', killed: 'a', ends: 'b' },
  { step: 'receive', moment: 'beforeStep', killed: 'b', ends: 'b' },
  { step: 'receive', moment: 'afterStep', killed: 'b', ends: 'b' },
  { step: 'copy-disk', moment: 'beforeStep', killed: 'a', ends: 'b' },
  { step: 'copy-disk', moment: 'afterStep', killed: 'a', ends: 'a' },
  { step: 'switch', moment: 'beforeStep', killed: 'a', ends: 'a' },
  { step: 'switch', moment: 'afterStep', killed: 'a', ends: 'b' },
  { step: 'settle', moment: 'beforeStep', killed: 'b', ends: 'b' },
  { step: 'settle', moment: 'afterStep', killed: 'b', ends: 'b' },
  { step: 'clean-up', moment: 'beforeStep', killed: 'a', ends: 'b' },
  { step: 'clean-up', moment: 'afterStep', killed: 'a', ends: 'b' },
  // The worker of the other node.
  { step: 'check', moment: 'beforeStep', killed: 'b', ends: 'b' },
  { step: 'receive', moment: 'afterStep', killed: 'a', ends: 'b' },
  { step: 'copy-disk', moment: 'beforeStep', killed: 'b', ends: 'a' },
  { step: 'switch', moment: 'beforeStep', killed: 'b', ends: 'a' },
  { step: 'switch', moment: 'afterStep', killed: 'b', ends: 'b' },
  { step: 'settle', moment: 'beforeStep', killed: 'a', ends: 'b' },
];

test.each(DEATHS)('worker of $killed killed $moment $step: the guest runs on $ends', async ({ step, moment, killed, ends }) => {
  let death: Promise<void> | undefined;
  at = async (point) => {
    if (point.step !== step || point.moment !== moment || point.direction !== 'forward' || death) return;
    const dying = lab[killed].kill();
    // The node comes back by itself, as its supervisor starts it.
    death = dying.then(() => lab[killed].start());
    if (STEPS[step] === killed) throw new Error('injected death');
    await dying;
  };
  await moves(ends, ends === 'b' ? 'done' : 'undone');
  await death;
});

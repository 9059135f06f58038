import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from './eventually.ts';
import { assertInvariants } from './invariants.ts';
import { openTortureLab, type TortureLab, waitUntilEnded } from './lab.ts';
import { sampleScenario } from './scenarios/sample.ts';
import { openWorkers, type Workers } from './workers.ts';

let lab: TortureLab;
let workers: Workers;
beforeEach(async () => {
  [lab, workers] = await Promise.all([openTortureLab(), openWorkers()]);
});
afterEach(async () => {
  await workers.close();
  await lab.close();
});

const LEASE_MS = 1_500;
const rowOf = (id: number) => lab.db.selectFrom('workflows').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('a frozen worker loses its workflow when its lease ends, cannot write to it after resuming, and takes another', async () => {
  const begun = await sampleScenario.begin(lab);
  const [id = 0] = begun.workflowIds;
  const frozen = workers.start({
    runs: [
      {
        url: lab.url,
        home: lab.home,
        kind: sampleScenario.definition.kind,
        point: { moment: 'afterStep', step: 'make', direction: 'forward' },
      },
    ],
    act: 'freeze',
    leaseMs: LEASE_MS,
  });
  await eventually(async () => (await rowOf(id)).step).toBe('make');
  const successor = await lab.worker([sampleScenario.definition]);
  const ended = await waitUntilEnded(lab, begun.workflowIds);
  await begun.check(ended);
  await assertInvariants(lab);
  const after = await rowOf(id);
  expect(after).toMatchObject({ state: 'done', epoch: 2 });

  await successor.stop();
  frozen.kill('SIGCONT');
  // The worker froze after its step. When resumed, it tries to save the result of that step, and is fenced off. It then claims the next
  // workflow and freezes there again.
  const next = await sampleScenario.begin(lab);
  const [nextId = 0] = next.workflowIds;
  await eventually(async () => (await rowOf(nextId)).step).toBe('make');
  expect(await rowOf(id)).toEqual(after);
});

test('a slow worker that renews its lease keeps its workflow', async () => {
  const begun = await sampleScenario.begin(lab);
  const [id = 0] = begun.workflowIds;
  const slow = workers.start({
    runs: [
      {
        url: lab.url,
        home: lab.home,
        kind: sampleScenario.definition.kind,
        point: { moment: 'afterStep', step: 'make', direction: 'forward' },
      },
    ],
    act: 'wait',
    leaseMs: LEASE_MS,
  });
  await eventually(async () => (await rowOf(id)).step).toBe('make');
  await lab.worker([sampleScenario.definition]);
  const renewed = (await rowOf(id)).lease_until;
  await eventually(async () => (await rowOf(id)).lease_until?.getTime()).toBeGreaterThan((renewed?.getTime() ?? 0) + LEASE_MS);
  expect(await rowOf(id)).toMatchObject({ state: 'running', epoch: 1 });
  // Once the slow worker is killed, another one takes over at once.
  slow.kill('SIGKILL');
  expect((await waitUntilEnded(lab, [id])).get(id)).toBe('done');
});

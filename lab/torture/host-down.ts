/**
 * Takes the host and its worker down at each crash point of a workflow, for longer than any step may take. Afterwards worker and watch
 * restart. The workflow ends, and its servers run or are stopped as without the outage.
 */

import assert from 'node:assert/strict';
import { injectSimulatedFault } from '@innkeeper/engine/compute/simulated/store';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { jobActor } from '@innkeeper/jobs/job';
import { observeGuests } from '@innkeeper/jobs/watch/observe';
import { type Clock, days } from '@innkeeper/model/time/clock';
import { DEFINITIONS } from '@innkeeper/workflows/definitions';
import type { HookPoint, Hooks } from '@innkeeper/workflows/runner/hooks';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { labSettings } from '../settings.ts';
import { backPoints, type CrashPoint, forwardPoints } from './crash-points.ts';
import { failingAt, lastStep } from './faults.ts';
import { assertAllClean, assertInvariants } from './invariants.ts';
import { openTortureLab, type TortureLab, waitUntilEnded } from './lab.ts';
import { type MovingClock, movingClock } from './moving-clock.ts';
import { expectAll } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';

const TIME_LIMIT_MS = 20_000;
/** Longer than any deadline, so that a test fails if the outage counts toward a deadline. */
export const OUTAGE_MS = days(1);

/**
 * Registers the tests of one scenario. The host goes down before the first step, after each step's work, and before each undo. `goOn` also
 * runs the check of the scenario afterwards, which may let more days pass.
 */
export function tortureByHostDown(scenario: Scenario, { goOn = false } = {}): void {
  const { definition } = scenario;
  const failingDefinition = failingAt(definition, lastStep(definition), 'after');

  describe(scenario.name, () => {
    let lab: TortureLab;
    let done: string[];
    let undone: string[];
    const run = (options: Omit<WithHostDown, 'goOn'>) => runWithHostDown(lab, scenario, { ...options, goOn });
    beforeAll(async () => {
      lab = await openTortureLab(scenario.nodes);
      done = await run({ definition, expect: 'done' });
      undone = await run({ definition: failingDefinition, expect: 'undone' });
    });
    afterAll(() => lab.close());
    afterAll(() => assertAllClean(lab));

    const forward = forwardPoints(scenario).filter(
      ({ moment }, i) => i === 0 || moment === 'afterStep' || moment === 'beforeCommit',
    );
    test.each(forward)('the host goes down $moment $step', async (point) => {
      assert.deepEqual(await run({ definition, expect: 'done', point }), done);
    });

    test.each(backPoints(scenario).filter(({ moment }) => moment === 'beforeUndo'))(
      'the host goes down $moment $step during rollback',
      async (point) => {
        assert.deepEqual(await run({ definition: failingDefinition, expect: 'undone', point }), undone);
      },
    );
  });
}

interface WithHostDown {
  definition: AnyDefinition;
  expect: 'done' | 'undone';
  /** Crash point at which the host goes down. The host stays up by default. */
  point?: CrashPoint;
  goOn: boolean;
}

/** Returns the state of each server at the end, such as `active running`. */
async function runWithHostDown(lab: TortureLab, scenario: Scenario, { definition, expect, point, goOn }: WithHostDown) {
  const begun = await scenario.begin(lab);
  const clock = movingClock();
  const hooks = point && hostDownAt(lab, begun.workflowIds, point, clock);
  const definitions = [...Object.values(DEFINITIONS).filter(({ kind }) => kind !== definition.kind), definition];
  const worker = await lab.worker(definitions, { clock, ...(hooks && { hooks }) });
  const ended = await waitUntilEnded(lab, begun.workflowIds).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  try {
    expectAll(ended, expect);
    if (hooks) await vi.waitUntil(() => hooks.looked, { timeout: TIME_LIMIT_MS, interval: 5 });
    await backdateFailedWorkflows(lab);
    await runWatch(lab, clock);
    const started = await unfinished(lab);
    if (started.length > 0) await waitUntilEnded(lab, started);
  } finally {
    await worker.stop();
  }
  await assertInvariants(lab);
  const powers = await powersOf(lab, begun.workflowIds);
  if (!goOn) return powers;
  await begun.check(ended);
  await assertInvariants(lab);
  return powers;
}

/**
 * Returns hooks that take the host down once, at the wanted point. All guests end as in a power failure, a day passes, the watch runs once,
 * and the worker dies.
 */
export function hostDownAt(
  lab: TortureLab,
  workflowIds: readonly number[],
  crashPoint: CrashPoint,
  clock: MovingClock,
): Hooks & { looked: boolean } {
  let down = false;
  const hooks = {
    looked: false,
    async at({ workflowId, moment, step, direction }: HookPoint) {
      if (down || !workflowIds.includes(workflowId)) return;
      if (moment !== crashPoint.moment || step !== crashPoint.step || direction !== crashPoint.direction) return;
      down = true;
      // Another workflow may have destroyed the machine in the meantime.
      for (const { machineId, power } of await lab.engine.compute.list())
        if (power === 'running') await injectSimulatedFault(lab.home, machineId, 'host-down').catch(() => undefined);
      clock.pass(OUTAGE_MS);
      await runWatch(lab, clock);
      hooks.looked = true;
      throw new Error('injected death');
    },
  };
  return hooks;
}

/** Runs the watch once. */
async function runWatch(lab: TortureLab, clock: Clock): Promise<void> {
  const shared = { ...lab, clock, settings: labSettings, log: SILENT_LOG };
  await observeGuests({ ...shared, startAtOnce: 100, actor: jobActor('watch'), requestId: null });
}

/** Makes failed workflows seem an hour old, because a failed start is retried after ten minutes. */
async function backdateFailedWorkflows({ db }: TortureLab): Promise<void> {
  const created_at = new Date(Date.now() - 3_600_000);
  await db.updateTable('workflows').set({ created_at }).where('state', '=', 'undone').execute();
}

async function unfinished({ db }: TortureLab): Promise<number[]> {
  const rows = await db.selectFrom('workflows').select('id').where('finished_at', 'is', null).execute();
  return rows.map(({ id }) => id);
}

async function powersOf({ db }: TortureLab, workflowIds: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('workflows')
    // A floating IP has the servers between which it moves.
    .innerJoin('servers', (join) =>
      join.on(({ and, eb, or, ref }) =>
        or([
          and([eb('resource_kind', '=', 'floating_ip'), eb('servers.account_id', '=', ref('workflows.account_id'))]),
          and([eb('resource_kind', '<>', 'floating_ip'), eb('servers.id', '=', ref('workflows.resource_id'))]),
        ]),
      ),
    )
    .select(['servers.status', 'servers.power'])
    .where('workflows.id', 'in', [...workflowIds])
    .orderBy('servers.id')
    .execute();
  return rows.map(({ status, power }) => `${status} ${power}`);
}

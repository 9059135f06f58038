/**
 * Injects faults into every workflow, in one process: each step twice, a failure at each step, each undo twice, a death at each crash
 * point.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backPoints, endAfterDeath, forwardPoints, stepsOf } from './crash-points.ts';
import * as faults from './faults.ts';
import { assertAllClean } from './invariants.ts';
import { openTortureLab, type TortureLab } from './lab.ts';
import { crashOnceAt, runScenario } from './run-scenario.ts';
import type { Scenario } from './scenario.ts';

/** Registers the tests of one scenario. They share a database, so each run also checks the state that earlier runs left. */
export function torture(scenario: Scenario): void {
  const { definition } = scenario;
  const { leftOut = [] } = scenario;
  const names = stepsOf(scenario);
  /** Fails after its last step, so that all steps are undone. */
  const failingDefinition = faults.failingAt(definition, faults.lastStep(definition), 'after');

  describe(scenario.name, () => {
    let lab: TortureLab;
    beforeAll(async () => {
      lab = await openTortureLab(scenario.nodes);
    });
    afterAll(() => lab.close());
    /** No run deletes from the books, so the effects of all runs are checked at the end. */
    afterAll(() => assertAllClean(lab));

    test('succeeds, and runs the steps that it needs', async () => {
      const ran = new Set<string>();
      await runScenario(lab, scenario, { hooks: { at: ({ step }) => void ran.add(step) }, expect: 'done' });
      expect([...ran]).toEqual([...names, 'end']);
      expect(definition.steps.map(({ name }) => name)).toEqual(expect.arrayContaining([...leftOut]));
    });

    test('each step twice', () => runScenario(lab, scenario, { definition: faults.eachStepTwice(definition), expect: 'done' }));

    test.each(
      names.flatMap((name) => [
        { name, when: 'before' as const },
        { name, when: 'after' as const },
      ]),
    )('failure $when the work of $name', ({ name, when }) =>
      runScenario(lab, scenario, { definition: faults.failingAt(definition, name, when), expect: 'undone' }),
    );

    test('failure at the end', () =>
      runScenario(lab, scenario, { definition: faults.failingAtTheEnd(definition), expect: 'undone' }));

    test('each undo twice', () =>
      runScenario(lab, scenario, { definition: faults.eachUndoTwice(failingDefinition), expect: 'undone' }));

    test('each undo failing once', () =>
      runScenario(lab, scenario, { definition: faults.eachUndoFailingOnce(failingDefinition), expect: 'undone' }));

    test.each(forwardPoints(scenario))('death $moment $step', async (point) => {
      const hooks = crashOnceAt(point);
      await runScenario(lab, scenario, { hooks, expect: endAfterDeath(scenario, point, 'inProcess') });
      expect(hooks.deaths).toBeGreaterThan(0);
    });

    test.each(backPoints(scenario))('death $moment $step during rollback', async (point) => {
      const hooks = crashOnceAt(point);
      await runScenario(lab, scenario, { definition: failingDefinition, hooks, expect: 'undone' });
      expect(hooks.deaths).toBeGreaterThan(0);
    });
  });
}

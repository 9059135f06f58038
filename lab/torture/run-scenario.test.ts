/** Tests that the torture kit finds bugs: workflows that are wrong on purpose fail. */

import { noUndo } from '@innkeeper/workflows/define';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eachStepTwice, eachUndoTwice, failingAt } from './faults.ts';
import { openTortureLab, type TortureLab } from './lab.ts';
import { crashOnceAt, runScenario } from './run-scenario.ts';
import { sampleScenario } from './scenarios/sample.ts';

let lab: TortureLab;
beforeAll(async () => {
  lab = await openTortureLab();
});
afterAll(() => lab.close());

const definition = sampleScenario.definition;
type Step = AnyDefinition['steps'][number];

function altered(name: string, change: (step: Step) => Partial<Step>): AnyDefinition {
  return { ...definition, steps: definition.steps.map((step) => (step.name === name ? { ...step, ...change(step) } : step)) };
}

/** A step that fails if its work is already done. */
const notIdempotent = altered('plug', (step) => ({
  attempts: 1,
  run: async (cx) => {
    const { machineId } = cx.input as { machineId: string };
    if ((await cx.engine.network.list()).includes(machineId)) throw new Error('plugged in already');
    return step.run(cx);
  },
}));

test('finds a step that is not idempotent', async () => {
  const fault = { definition: eachStepTwice(notIdempotent), expect: 'done' } as const;
  await expect(runScenario(lab, sampleScenario, fault)).rejects.toThrow(/should have ended done/);
});

test('finds a step that cannot be repeated after the death of its worker', async () => {
  const hooks = crashOnceAt({ moment: 'afterStep', step: 'plug', direction: 'forward' });
  await expect(runScenario(lab, sampleScenario, { definition: notIdempotent, hooks, expect: 'done' })).rejects.toThrow(
    /ended done/,
  );
});

test('finds a missing undo', async () => {
  const leaky = altered('make', () => ({ undo: noUndo('forgotten') }));
  const fault = { definition: failingAt(leaky, 'wait', 'after'), expect: 'undone' } as const;
  await expect(runScenario(lab, sampleScenario, fault)).rejects.toThrow(/'running'/);
});

test('finds an undo that is not idempotent: its workflow is stuck', async () => {
  const once = altered('plug', (step) => ({
    undo: async (cx) => {
      const { machineId } = cx.input as { machineId: string };
      if (!(await cx.engine.network.list()).includes(machineId)) throw new Error('not plugged in');
      if (typeof step.undo === 'function') await step.undo(cx);
    },
  }));
  const doomed = eachUndoTwice(failingAt(once, 'wait', 'after'));
  await expect(runScenario(lab, sampleScenario, { definition: doomed, expect: 'undone' }, 1_000)).rejects.toThrow(/did not end/);
});

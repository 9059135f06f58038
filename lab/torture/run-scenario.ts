/** Runs a scenario once: begins it, runs it with an injected fault, and checks its end and the invariants. */
import type { WorkflowState } from '@innkeeper/db/schema';
import type { Clock } from '@innkeeper/model/time/clock';
import type { HookPoint, Hooks } from '@innkeeper/workflows/runner/hooks';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { assertInvariants } from './invariants.ts';
import { type TortureLab, waitUntilEndedBy } from './lab.ts';
import type { Scenario } from './scenario.ts';

export interface Fault {
  /** Definition that replaces that of the scenario. */
  definition?: AnyDefinition;
  hooks?: Hooks;
  /** Clock of the worker. */
  clock?: Clock;
  /** Required end of every workflow of the scenario. */
  expect: 'done' | 'undone';
}

/** Runs a scenario. `timeLimitMs` is the time that its workflows may take to end. */
export async function runScenario(lab: TortureLab, scenario: Scenario, fault: Fault, timeLimitMs?: number): Promise<void> {
  const begun = await scenario.begin(lab);
  const { hooks, clock } = fault;
  const worker = await lab.worker([fault.definition ?? scenario.definition], {
    ...(hooks && { hooks }),
    ...(clock && { clock }),
  });
  const ended = await waitUntilEndedBy(worker, lab, begun.workflowIds, timeLimitMs);
  expectAll(ended, fault.expect);
  await begun.check(ended);
  await assertInvariants(lab);
}

/** Throws unless all workflows ended in this state. */
export function expectAll(ended: ReadonlyMap<number, WorkflowState>, expected: 'done' | 'undone'): void {
  const others = [...ended].filter(([, state]) => state !== expected);
  if (others.length > 0) throw new Error(`should have ended ${expected}: ${JSON.stringify(others)}`);
}

/**
 * Returns hooks with which the worker dies at a crash point, the first time that each workflow reaches it. `meanwhile` runs before the
 * workflow is claimed again.
 */
export function crashOnceAt(
  crashPoint: Pick<HookPoint, 'moment' | 'step' | 'direction'>,
  meanwhile?: () => void,
): Hooks & { deaths: number } {
  const died = new Set<number>();
  const hooks = {
    deaths: 0,
    at(point: HookPoint) {
      if (point.moment !== crashPoint.moment || point.step !== crashPoint.step || point.direction !== crashPoint.direction)
        return;
      if (died.has(point.workflowId)) return;
      died.add(point.workflowId);
      hooks.deaths += 1;
      meanwhile?.();
      throw new Error('injected death');
    },
  };
  return hooks;
}

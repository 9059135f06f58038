/** Runs a scenario once: begins it, carries it out with a fault injected, and checks its end and the invariants. */
import type { WorkflowState } from '@innkeeper/db/schema';
import type { Clock } from '@innkeeper/model/clock';
import type { HookPoint, Hooks } from '@innkeeper/workflows/runner/hooks';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import { assertInvariants } from './invariants.ts';
import { type TortureLab, untilEndedBy } from './lab.ts';
import type { Scenario } from './scenario.ts';

export interface Fault {
  /** Runs instead of the scenario's definition. */
  definition?: AnyDefinition;
  hooks?: Hooks;
  /** The worker's clock. */
  clock?: Clock;
  /** How every workflow of the scenario must end. */
  expect: 'done' | 'undone';
}

/** `timeLimitMs`: how long the workflows may take to end. */
export async function runScenario(lab: TortureLab, scenario: Scenario, fault: Fault, timeLimitMs?: number): Promise<void> {
  const begun = await scenario.begin(lab);
  const { hooks, clock } = fault;
  const worker = await lab.worker([fault.definition ?? scenario.definition], {
    ...(hooks && { hooks }),
    ...(clock && { clock }),
  });
  const ended = await untilEndedBy(worker, lab, begun.workflowIds, timeLimitMs);
  expectAll(ended, fault.expect);
  await begun.check(ended);
  await assertInvariants(lab);
}

export function expectAll(ended: ReadonlyMap<number, WorkflowState>, expected: 'done' | 'undone'): void {
  const others = [...ended].filter(([, state]) => state !== expected);
  if (others.length > 0) throw new Error(`should have ended ${expected}: ${JSON.stringify(others)}`);
}

/** A worker dies at a crash point, the first time that each workflow reaches it. `meanwhile` runs before the workflow is claimed again. */
export function dieOnceAt(
  wanted: Pick<HookPoint, 'moment' | 'step' | 'direction'>,
  meanwhile?: () => void,
): Hooks & { deaths: number } {
  const died = new Set<number>();
  const hooks = {
    deaths: 0,
    at(point: HookPoint) {
      if (point.moment !== wanted.moment || point.step !== wanted.step || point.direction !== wanted.direction) return;
      if (died.has(point.workflowId)) return;
      died.add(point.workflowId);
      hooks.deaths += 1;
      meanwhile?.();
      throw new Error('injected death');
    },
  };
  return hooks;
}

/** Defines a scenario: the request of a workflow, and the conditions that must hold after it. The torture kit runs it with each fault. */
import type { WorkflowState } from '@innkeeper/db/schema';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import type { TortureLab } from './lab.ts';

export interface Scenario {
  /** Kind, and the difference from other scenarios of that kind: `server.deploy, two names`. */
  readonly name: string;
  readonly definition: AnyDefinition;
  /** Steps that the scenario does not need and never runs (`Step.needed`). */
  readonly leftOut?: readonly string[];
  /** Names of the lab's nodes. Without names, one engine serves all nodes. */
  readonly nodes?: readonly string[];
  /**
   * Deaths going forward after which the workflow rolls back, as `moment step`. `inProcess`: a worker of the same process goes on. `killed`:
   * its process was killed. Without it, workflows continue.
   */
  readonly rollsBackAfter?: Readonly<Record<'inProcess' | 'killed', readonly string[]>>;
  /** Creates the rows that the workflow needs, then enqueues it like a request. Called many times on one lab. */
  begin(lab: TortureLab): Promise<Begun>;
}

export interface Begun {
  /** All enqueued workflows, which have the scenario's kind. */
  workflowIds: readonly number[];
  /** Throws if the result of the ended workflows is not the requested one. The invariants are checked separately. */
  check(ended: ReadonlyMap<number, WorkflowState>): Promise<void>;
}

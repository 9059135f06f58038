/** A scenario: how a workflow is requested, and what must hold after it. The torture kit runs it with each fault. */
import type { WorkflowState } from '@innkeeper/db/schema';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import type { TortureLab } from './lab.ts';

export interface Scenario {
  /** The kind, and how this scenario differs from others of it: `server.deploy, two names`. */
  readonly name: string;
  readonly definition: AnyDefinition;
  /** Steps that it does not need, and so never runs (`Step.needed`). */
  readonly leftOut?: readonly string[];
  /** Names of the nodes that its lab has; absent: one engine, whatever node a server is on. */
  readonly nodes?: readonly string[];
  /** Creates the rows that the workflow needs, then enqueues it the way a request does. Called many times on one lab. */
  begin(lab: TortureLab): Promise<Begun>;
}

export interface Begun {
  /** Every workflow that was enqueued, all of the scenario's kind. */
  workflowIds: readonly number[];
  /** Throws when the result of the ended workflows is not what was requested; the invariants are checked besides. */
  check(ended: ReadonlyMap<number, WorkflowState>): Promise<void>;
}

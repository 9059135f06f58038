/** What the torture kit needs to know of a workflow to play it: how it comes about, and what must hold after it. */
import type { WorkflowState } from '@innkeeper/db/schema';
import type { AnyDefinition } from '@innkeeper/workflows/runner/run-context';
import type { TortureLab } from './lab.ts';

export interface Scenario {
  /** `server.deploy, two names`: the kind alone, or with what sets this scenario apart. */
  readonly name: string;
  readonly definition: AnyDefinition;
  /** Makes what the workflow starts from, then enqueues it the way a request does. Called many times over one lab. */
  begin(lab: TortureLab): Promise<Begun>;
}

export interface Begun {
  /** Every workflow that it enqueued, all of the scenario's kind. */
  workflowIds: readonly number[];
  /** Throws when what the ended workflows left is not what was asked for; the invariants are checked besides. */
  check(ended: ReadonlyMap<number, WorkflowState>): Promise<void>;
}

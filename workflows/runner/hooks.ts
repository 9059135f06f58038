/** Points of a run at which the torture kit kills the process or throws. Nothing else sets hooks. */
export type Moment =
  | 'beforeStep'
  /** After a step's effect, before its result is stored. */
  | 'afterStep'
  | 'beforeUndo'
  | 'afterUndo'
  /** Before the transaction that ends the workflow. */
  | 'beforeEnd'
  /** Inside that transaction, directly before its commit. */
  | 'beforeCommit'
  | 'afterEnd';

export interface HookPoint {
  workflowId: number;
  /** Epoch of the claim. */
  epoch: number;
  kind: string;
  moment: Moment;
  direction: 'forward' | 'back';
  /** Name of the step, or `end` for the end. */
  step: string;
}

export interface Hooks {
  /** Called at each point. An exception counts as the death of the worker: the workflow is dropped, and found as an orphan. */
  at(point: HookPoint): void | Promise<void>;
}

/** Points of a run at which the torture kit kills the process or throws. Nothing else sets hooks. */
export type Moment =
  | 'beforeStep'
  /** After a step's effect, before it is remembered. */
  | 'afterStep'
  | 'beforeUndo'
  | 'afterUndo'
  /** Before the transaction that ends the workflow. */
  | 'beforeEnd'
  /** Inside of it, when only the commit is missing. */
  | 'beforeCommit'
  | 'afterEnd';

export interface HookPoint {
  workflowId: number;
  /** Which claim of it this is. */
  epoch: number;
  kind: string;
  moment: Moment;
  direction: 'forward' | 'back';
  /** The step's name; `end` for the end. */
  step: string;
}

export interface Hooks {
  /** What it throws counts as the death of the worker at this point: the workflow is dropped, and found as an orphan. */
  at(point: HookPoint): void | Promise<void>;
}

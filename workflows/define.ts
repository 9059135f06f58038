/**
 * A workflow carries out what a request decided: named steps, each idempotent, each with its undo or a sentence why there
 * is none. The runner (`runner/`) remembers results, retries, watches deadlines, undoes, and fences off dead workers.
 *
 * A step ends in one of three ways: it returns (its value is remembered), it returns `again(ms)` (not yet: look again), or
 * it throws (tried again with growing pauses, until attempts or deadline run out; `NonRetryableError` skips the retries). Then the
 * workflow goes back through the undos of every step that was begun, last first, and ends in `undone`.
 *
 * The last word, forward (`finish`) and back (`undone`), runs in the transaction that ends the workflow, releases its lock
 * and writes its audit line, so that results, money and lock change together.
 */
import type { Json } from '@innkeeper/db/schema';
import type { WorkflowActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { Engine } from '@innkeeper/engine/open';
import type { Fault } from '@innkeeper/model/fault';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface StepContext<Input> extends Cx<WorkflowActor> {
  readonly workflowId: number;
  readonly input: Input;
  /** Results of the steps done so far, by step name. */
  readonly memory: Readonly<Record<string, Json>>;
  readonly engine: Engine;
  readonly log: Log;
  /** Milliseconds that this step was in hand, over all of its attempts and workers: outages do not count (`runner/time-in-hand.ts`). */
  readonly elapsed: number;
  /** Aborted when the worker stops or has lost the workflow to another. */
  readonly signal: AbortSignal;
  /**
   * Says how far this step is, 0 to 100, for people who watch. To be called as often as is handy: most calls write nothing.
   * Never fails, so nobody has to wait for it.
   */
  progress(percent: number): Promise<void>;
}

/** What the last transaction gets: `db` is that transaction. */
export interface EndContext<Input> extends Omit<StepContext<Input>, 'db' | 'progress'>, MutatingCx<WorkflowActor> {}

/** Not yet: look again in `ms`. Does not count as a failed attempt; the step's deadline still holds. */
export class Again {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}
export const again = (ms: number): Again => new Again(ms);

/**
 * Trying again can't help: go back at once. `fault`: an operator is told of what is the operator's affair, and of nothing else.
 * `reason` is a sentence for the customer, `message` goes to the log.
 */
export class NonRetryableError extends Error {
  readonly fault: Fault;
  readonly reason: string;
  constructor(fault: Fault, reason: string, message: string = reason, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'NonRetryableError';
    this.fault = fault;
    this.reason = reason;
  }
}

export interface NoUndo {
  readonly why: string;
}
/** A step that needs no undo says why. */
export const noUndo = (why: string): NoUndo => ({ why });

export interface Step<Input> {
  /**
   * What a workflow remembers as its place and for its result, over releases: never renamed, never taken away, and never moved
   * before another (`workflows/step-names.gen.txt` lists all, and a check compares it with all that it ever was).
   */
  readonly name: string;
  readonly run: (cx: StepContext<Input>) => Promise<Json | Again | undefined>;
  readonly undo: ((cx: StepContext<Input>) => Promise<void>) | NoUndo;
  /** How long it may be in hand, all attempts and its own waits included; outages do not count. */
  readonly deadlineMs: number;
  /** Attempts that may throw before the workflow goes back. */
  readonly attempts: number;
  /**
   * The node whose engine the step and its undo need. Where it is another one than the workflow's, the workflow becomes that
   * node's, and waits for its worker. Absent: the step runs where the workflow is.
   */
  readonly node?: (input: Input) => number;
  /** Whose affair it is that its deadline passes; the operator's unless told. */
  readonly late?: (input: Input) => Fault;
  /** Why nobody may cancel the workflow from this step on: what it takes away does not come back. A failure goes back all the same. */
  readonly pastReturn?: string;
}

export interface Why {
  /** A sentence for the customer. */
  reason: string;
  /** For the operator. */
  error: string;
  step: string;
}

export interface WorkflowDefinition<Input> {
  /** `server.deploy`: the word in the table, the log, the audit. */
  readonly kind: string;
  readonly steps: readonly Step<Input>[];
  /** Runs in the transaction that ends it well. */
  readonly finish: (cx: EndContext<Input>) => Promise<void>;
  /** Runs in the transaction that ends it after its undos. Gives back money and capacity, says why on the rows. */
  readonly undone: (cx: EndContext<Input>, why: Why) => Promise<void>;
  /** What the customer is told when a step fails without a `NonRetryableError` sentence of its own. */
  readonly failureMessage: string;
}

/** Keeps the input's type; a definition is plain data besides its functions. Throws when names are not each its own. */
export function defineWorkflow<Input>(definition: WorkflowDefinition<Input>): WorkflowDefinition<Input> {
  const names = definition.steps.map((step) => step.name);
  const odd = names.find((name, i) => name === 'end' || !/^[a-z][a-z-]*$/.test(name) || names.indexOf(name) !== i);
  if (odd !== undefined) throw new Error(`${definition.kind}: "${odd}" is no name for a step, or the name of two`);
  return definition;
}

/**
 * Defines workflows. A workflow carries out the decision of a request in named, idempotent steps. Each step has an undo, or a reason why it
 * needs no undo. The runner (`runner/`) stores results, retries, enforces deadlines, compensates and fences off dead workers.
 *
 * An attempt of a step ends in one of three ways. A returned value is stored as the result of the step. A returned `pollAfter(ms)` makes the
 * runner poll the step again later. After an exception, the step is retried with increasing delays until its attempts or its deadline run
 * out. `NonRetryableError` skips the retries. The workflow is then rolled back: the undos of all started steps run, last first, and it ends
 * as `undone`.
 *
 * `finish`, or `undone` after a rollback, runs in the transaction that ends the workflow, releases its lock and writes its audit line.
 * Results, money and lock therefore change together.
 */
import type { Database, Json } from '@innkeeper/db/schema';
import type { WorkflowActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { Engine } from '@innkeeper/engine/open';
import type { Fault } from '@innkeeper/model/requests/fault';
import type { RawBuilder, Transaction } from 'kysely';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface StepContext<Input> extends Cx<WorkflowActor> {
  readonly workflowId: number;
  readonly input: Input;
  /** Results of the completed steps, by step name. */
  readonly memory: Readonly<Record<string, Json>>;
  readonly engine: Engine;
  readonly log: Log;
  /** Time in milliseconds that this step was in hand, over all attempts and workers. Outages do not count (`runner/time-in-hand.ts`). */
  readonly elapsed: number;
  /**
   * Signal that aborts when the attempt must stop. Its time limit is over, the workflow is cancelled, or the worker stops or has lost
   * the workflow.
   */
  readonly signal: AbortSignal;
  /**
   * Reads once per run, and returns the same result to every step of the run. For data that does not change while the workflow holds its
   * lock. A run ends when the workflow pauses or moves to another worker. Failed reads are not cached.
   */
  memoize<T>(name: string, read: () => Promise<T>): Promise<T>;
  /**
   * Locks the workflow's row in the transaction. Throws if this worker no longer runs this attempt's step forward, for example after a
   * rollback has started. For a change that must not follow a rollback or the claim of another worker. The previous step must not have
   * `joinsNext`.
   */
  requireClaim(trx: Transaction<Database>): Promise<void>;
  /**
   * Reports the progress of this step from 0 to 100 for people who watch. May be called at any rate, because most calls write nothing.
   * Never fails, so it need not be awaited.
   */
  progress(percent: number): Promise<void>;
}

/** The context of `finish` and `undone`. `db` is the transaction that ends the workflow. */
export interface EndContext<Input>
  extends Omit<StepContext<Input>, 'db' | 'progress' | 'requireClaim'>,
    MutatingCx<WorkflowActor> {}

/**
 * Result of a step that must be polled again after `ms` milliseconds. It does not count as a failed attempt, but the step's deadline still
 * applies.
 */
export class PollAfter {
  readonly ms: number;
  constructor(ms: number) {
    this.ms = ms;
  }
}
/** Asks the runner to poll the step again after `ms` milliseconds. */
export const pollAfter = (ms: number): PollAfter => new PollAfter(ms);

/**
 * Error that no retry can fix, so the workflow is rolled back immediately. `fault` decides who can fix the cause: only faults of the
 * operator open an alert. `reason` is a sentence for the customer, and `message` goes to the log.
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
/** Marks a step that needs no undo, with the reason. */
export const noUndo = (why: string): NoUndo => ({ why });

export interface Step<Input> {
  /**
   * Name of the step. Rows of workflows refer to steps by name, across releases. A step must never be renamed, removed, or moved before
   * another. `workflows/step-names.gen.txt` lists all steps, and a check compares it with all earlier versions.
   */
  readonly name: string;
  readonly run: (cx: StepContext<Input>) => Promise<Json | PollAfter | undefined>;
  readonly undo: ((cx: StepContext<Input>) => Promise<void>) | NoUndo;
  /** Time in milliseconds that the step may be in hand, including all attempts and its own waits. Outages do not count. */
  readonly deadlineMs: number;
  /** Number of attempts that may throw before the workflow is rolled back. */
  readonly attempts: number;
  /**
   * Returns the node whose engine the step and its undo need. If it differs from the workflow's node, the workflow moves to that node and
   * waits for its worker. Defaults to the node of the workflow.
   */
  readonly node?: (input: Input) => number;
  /** Returns who is responsible if the deadline passes, by default the operator. */
  readonly faultOnTimeout?: (input: Input) => Fault;
  /**
   * Reason why the workflow cannot be cancelled from this step on: the step removes something that cannot be restored. A failed workflow is
   * still rolled back.
   */
  readonly pointOfNoReturn?: string;
  /**
   * Returns whether the workflow needs the step. Called when the previous step has ended. It may only read. A step that is not needed is
   * skipped: it neither starts nor is undone. Default: always needed. The first step must always be needed.
   */
  readonly needed?: (cx: StepContext<Input>) => Promise<boolean>;
  /**
   * `true` if the next step may run before the result of this step is written. Both results are then written together
   * (`runner/deferred-results.ts`). If the next step has an undo, its start is recorded in advance.
   *
   * If the worker dies before the write, the next worker runs this step again. The repeated run must be correct even if the next step has
   * already done its work.
   */
  readonly joinsNext?: boolean;
  /**
   * Returns an update that runs in one statement with the start of the step. It must include the condition `held`, which is false if
   * another worker has claimed the workflow.
   */
  readonly beginsWith?: (input: Input, held: RawBuilder<boolean>) => RawBuilder<unknown>;
}

export interface RollbackCause {
  /** Reason as a sentence for the customer. */
  reason: string;
  /** Error for the operator. */
  error: string;
  step: string;
}

export interface WorkflowDefinition<Input> {
  /** Kind, for example `server.deploy`. Part of rows, log lines and audit actions. */
  readonly kind: string;
  readonly steps: readonly Step<Input>[];
  /** Runs in the transaction that ends the workflow successfully. */
  readonly finish: (cx: EndContext<Input>) => Promise<void>;
  /**
   * Runs in the transaction that ends the workflow after its undos. Releases capacity, refunds money, and writes the reason to the rows.
   */
  readonly undone: (cx: EndContext<Input>, why: RollbackCause) => Promise<void>;
  /** Message for the customer if a step fails. A `NonRetryableError` has its own message. */
  readonly failureMessage: string;
}

/** Returns the definition with the type of its input. Throws for an invalid or repeated step name, and if the first step is optional. */
export function defineWorkflow<Input>(definition: WorkflowDefinition<Input>): WorkflowDefinition<Input> {
  const names = definition.steps.map((step) => step.name);
  const invalid = names.find((name, i) => name === 'end' || !/^[a-z][a-z-]*$/.test(name) || names.indexOf(name) !== i);
  if (invalid !== undefined) throw new Error(`${definition.kind}: "${invalid}" is no name for a step, or the name of two`);
  if (definition.steps[0]?.needed) throw new Error(`${definition.kind}: its first step is always needed`);
  return definition;
}

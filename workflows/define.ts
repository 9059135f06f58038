/**
 * A workflow carries out what a request decided: named steps, each idempotent, each with its undo or a sentence why there is
 * none. The runner (`runner/`) remembers results, retries, watches deadlines, undoes, and fences off dead workers.
 *
 * A step ends in one of three ways: it returns (its value is remembered), it returns `again(ms)` (not yet: look again), or it
 * throws (tried again with growing pauses, until attempts or deadline run out; `NonRetryableError` skips the retries). Then the
 * workflow is rolled back: the undos of all steps that were begun run, last first, and it ends as `undone`.
 *
 * `finish`, or `undone` after a rollback, runs in the transaction that ends the workflow, releases its lock and writes its audit
 * line, so that results, money and lock change together.
 */
import type { Json } from '@innkeeper/db/schema';
import type { WorkflowActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import type { Engine } from '@innkeeper/engine/open';
import type { Fault } from '@innkeeper/model/fault';
import type { RawBuilder } from 'kysely';

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
   * Reads once in a run, and answers with the same to every step of it: for what nobody changes while the workflow holds its lock. A
   * run ends when the workflow pauses, or goes to another worker. What fails is not kept.
   */
  once<T>(name: string, read: () => Promise<T>): Promise<T>;
  /**
   * Says how far this step is, 0 to 100, for people who watch. To be called as often as is handy: most calls write nothing.
   * Never fails, so nobody has to wait for it.
   */
  progress(percent: number): Promise<void>;
}

/** The context of `finish` and `undone`: `db` is the transaction that ends the workflow. */
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
 * A retry cannot help: roll back at once. `fault`: only what the operator has to mend opens an alert. `reason` is a sentence for
 * the customer, `message` goes to the log.
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
   * Rows of workflows refer to steps by name, over releases: a step is never renamed, removed, or moved before another
   * (`workflows/step-names.gen.txt` lists all, and a check compares it with all that it ever was).
   */
  readonly name: string;
  readonly run: (cx: StepContext<Input>) => Promise<Json | Again | undefined>;
  readonly undo: ((cx: StepContext<Input>) => Promise<void>) | NoUndo;
  /** How long it may be in hand, all attempts and its own waits included; outages do not count. */
  readonly deadlineMs: number;
  /** Attempts that may throw before the workflow is rolled back. */
  readonly attempts: number;
  /**
   * The node whose engine the step and its undo need. Where it is another one than the workflow's, the workflow becomes that
   * node's, and waits for its worker. Absent: the step runs where the workflow is.
   */
  readonly node?: (input: Input) => number;
  /** Who has to mend it when its deadline passes; the operator unless given. */
  readonly late?: (input: Input) => Fault;
  /**
   * Why the workflow cannot be cancelled from this step on: what the step removes cannot be restored. After a failure the
   * workflow is rolled back in any case.
   */
  readonly pastReturn?: string;
  /**
   * Whether the workflow needs the step at all, asked when the one before has ended; it may read, and nothing else. A step that is not
   * needed is left out: it neither begins nor is undone. Absent: always needed, as the first step has to be.
   */
  readonly needed?: (cx: StepContext<Input>) => Promise<boolean>;
  /**
   * Its result may be written together with that of the next step (`runner/held-results.ts`), whose begin is then written with its own. A
   * worker that dies meanwhile leaves both begun, and the next worker runs this one again: that must be right also after the next one
   * has done its work.
   */
  readonly joinsNext?: boolean;
  /**
   * An update that the begin of the step carries out, in one statement with it. It has to name the condition `held`, which is false
   * when another worker has the workflow by now.
   */
  readonly beginsWith?: (input: Input, held: RawBuilder<boolean>) => RawBuilder<unknown>;
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
  /** Runs in the transaction that ends it successfully. */
  readonly finish: (cx: EndContext<Input>) => Promise<void>;
  /**
   * Runs in the transaction that ends it after its undos. Releases capacity, refunds money, and writes the reason to the rows.
   */
  readonly undone: (cx: EndContext<Input>, why: Why) => Promise<void>;
  /** What the customer reads when a step fails without a `NonRetryableError`, which has its own sentence. */
  readonly failureMessage: string;
}

/** Keeps the type of the input. Throws when two steps have one name, or a name is not valid. */
export function defineWorkflow<Input>(definition: WorkflowDefinition<Input>): WorkflowDefinition<Input> {
  const names = definition.steps.map((step) => step.name);
  const odd = names.find((name, i) => name === 'end' || !/^[a-z][a-z-]*$/.test(name) || names.indexOf(name) !== i);
  if (odd !== undefined) throw new Error(`${definition.kind}: "${odd}" is no name for a step, or the name of two`);
  if (definition.steps[0]?.needed) throw new Error(`${definition.kind}: its first step is always needed`);
  return definition;
}

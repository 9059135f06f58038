/** The context in which a worker runs one claimed workflow. */
import type { Database, Json, Workflow } from '@innkeeper/db/schema';
import type { WorkflowActor } from '@innkeeper/domain/actor';
import type { Engine } from '@innkeeper/engine/open';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Kysely, Transaction } from 'kysely';
import type { EndContext, Log, StepContext, WorkflowDefinition } from '../define.ts';
import type { CountEnd } from './count-ends.ts';
import type { DeferredResults } from './deferred-results.ts';
import type { Hooks, Moment } from './hooks.ts';
import { progressOf } from './progress.ts';
import type { StepTime } from './time-in-hand.ts';
import type { Timings } from './timings.ts';
import { type ClaimedWorkflow, lockClaimed } from './transitions.ts';

/** Definition with an input of any type. The runner only passes the input to the functions of the definition. */
export type AnyDefinition = WorkflowDefinition<never>;

export interface Run {
  readonly claimed: ClaimedWorkflow;
  readonly definition: AnyDefinition;
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly log: Log;
  readonly timings: Timings;
  readonly hooks: Hooks | undefined;
  readonly countEnd: CountEnd;
  /** Time that the current step has spent of its deadline. */
  readonly time: StepTime;
  /** Returns whether the workflow may keep its slot during a pause, because no other workflow needs the slot. */
  readonly mayKeepSlot: () => boolean;
  /** Results that are not in the row yet. */
  readonly deferred: DeferredResults;
  /** Results of `memoize`, by name. All steps of the run share them. */
  readonly memoized: Map<string, Promise<unknown>>;
  /**
   * Signal that aborts when this worker must no longer run the workflow. `reason` is `STOPPING` if the worker stops, `SUPERSEDED` if
   * another workflow has taken the lock, and the error if the session is lost.
   */
  readonly signal: AbortSignal;
  /** Aborts when a cancellation is requested. `reason` is the sentence for the customer. */
  readonly cancel: AbortController;
}

/** Abort reason of a worker that stops: the workflow is released, and no attempt is counted. */
export const STOPPING = 'the worker stops';

/** Abort reason after another workflow has taken the lock: this run changes nothing more, and the other workflow ends this one. */
export const SUPERSEDED = 'another workflow has taken its lock over';

/** `on` if this worker still has the workflow, otherwise `gone`. */
export type Continuation = 'on' | 'gone';

/** Returns when a requested pause ends, and the time that the step will have spent by then. The pause counts as spent time. */
export function pauseOf({ clock, time }: Run, ms: number): { runAt: Date; spentMs: number } {
  return { runAt: new Date(clock.now().getTime() + ms), spentMs: time.elapsed + ms };
}

/** Returns the context of a step or undo, with this abort signal. */
export function stepContext(run: Run, signal: AbortSignal): StepContext<never> {
  // The attempt's own step: later the worker's copy of the row names another one.
  const attempt = { ...run.claimed };
  const requireClaim = (trx: Transaction<Database>) => lockClaimed(trx, attempt);
  return { ...commonContext(run, signal), db: run.db, progress: progressOf(run), requireClaim };
}

/** Returns the part of the context that steps share with the end of a workflow. */
export function commonContext(run: Run, signal: AbortSignal): Omit<EndContext<never>, 'db'> {
  const { claimed, engine, clock, settings, log, time } = run;
  return {
    actor: actorOf(claimed),
    requestId: null,
    workflowId: claimed.id,
    input: claimed.input as never,
    memory: claimed.memory as Record<string, Json>,
    engine,
    clock,
    settings,
    log,
    elapsed: time.elapsed,
    signal,
    memoize: (name, read) => memoizeIn(run.memoized, name, read),
  };
}

function memoizeIn<T>(results: Run['memoized'], name: string, read: () => Promise<T>): Promise<T> {
  const known = results.get(name);
  if (known) return known as Promise<T>;
  const reading = read();
  results.set(name, reading);
  reading.catch(() => results.delete(name));
  return reading;
}

export function actorOf({ id, account_id, user_id }: Pick<Workflow, 'id' | 'account_id' | 'user_id'>): WorkflowActor {
  return { kind: 'workflow', id, accountId: account_id, userId: user_id };
}

/** Thrown when a hook simulates the death of this worker. */
export class SimulatedCrash extends Error {}

/** Calls the hook of a crash point, if hooks are set. Throws `SimulatedCrash` if the hook throws. */
export async function hook({ claimed, hooks }: Run, moment: Moment, step: string): Promise<void> {
  if (hooks === undefined) return;
  try {
    await hooks.at({
      workflowId: claimed.id,
      epoch: claimed.epoch,
      kind: claimed.kind,
      moment,
      direction: claimed.direction,
      step,
    });
  } catch (cause) {
    throw new SimulatedCrash(`dropped ${moment} ${step}`, { cause });
  }
}

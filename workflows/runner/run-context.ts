/** The context of a worker's run of one claimed workflow. */
import type { Database, Json, Workflow } from '@innkeeper/db/schema';
import type { WorkflowActor } from '@innkeeper/domain/actor';
import type { Engine } from '@innkeeper/engine/open';
import type { Clock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import type { Kysely } from 'kysely';
import type { EndContext, Log, StepContext, WorkflowDefinition } from '../define.ts';
import type { HeldResults } from './held-results.ts';
import type { Hooks, Moment } from './hooks.ts';
import { progressOf } from './progress.ts';
import type { StepTime } from './time-in-hand.ts';
import type { Timings } from './timings.ts';
import type { Claimed } from './transitions.ts';

/** Any definition: its input is only handed on to it. */
export type AnyDefinition = WorkflowDefinition<never>;

export interface Run {
  readonly claimed: Claimed;
  readonly definition: AnyDefinition;
  readonly db: Kysely<Database>;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly log: Log;
  readonly timings: Timings;
  readonly hooks: Hooks | undefined;
  /** What the step at which it stands has spent of its deadline. */
  readonly time: StepTime;
  /** Whether it may keep its slot while it pauses: nobody waits for one. */
  readonly mayStay: () => boolean;
  /** Results that the row does not have yet. */
  readonly held: HeldResults;
  /** What its steps have read once for all of them. */
  readonly read: Map<string, Promise<unknown>>;
  /** Aborted when the worker stops or has lost its session; `reason` is `STOPPING` for the first, `SUPERSEDED` when another has its lock. */
  readonly signal: AbortSignal;
  /** Aborted when somebody has asked it back; `reason` is the sentence for the customer. */
  readonly cancel: AbortController;
}

/** Why a run is told to end when its worker stops: the workflow is released, and no attempt is counted. */
export const STOPPING = 'the worker stops';

/** Why a run is told to end when another workflow has taken its lock: it is left as it is, and ended by the other workflow. */
export const SUPERSEDED = 'another workflow has taken its lock over';

/** Whether this worker still has the workflow. */
export type Next = 'on' | 'gone';

/** Until when it is released for a pause that the step asked for, which counts as its time. */
export function pauseOf({ clock, time }: Run, ms: number): { runAt: Date; spentMs: number } {
  return { runAt: new Date(clock.now().getTime() + ms), spentMs: time.elapsed + ms };
}

export function stepContext(run: Run, signal: AbortSignal): StepContext<never> {
  return { ...commonContext(run, signal), db: run.db, progress: progressOf(run) };
}

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
    once: (name, read) => onceIn(run.read, name, read),
  };
}

function onceIn<T>(kept: Run['read'], name: string, read: () => Promise<T>): Promise<T> {
  const known = kept.get(name);
  if (known) return known as Promise<T>;
  const reading = read();
  kept.set(name, reading);
  reading.catch(() => kept.delete(name));
  return reading;
}

export function actorOf({ id, account_id, user_id }: Pick<Workflow, 'id' | 'account_id' | 'user_id'>): WorkflowActor {
  return { kind: 'workflow', id, accountId: account_id, userId: user_id };
}

/** A hook has simulated the death of this worker. */
export class Dropped extends Error {}

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
    throw new Dropped(`dropped ${moment} ${step}`, { cause });
  }
}

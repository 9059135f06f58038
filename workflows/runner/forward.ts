/** Runs one attempt of the current step and handles its outcome. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '@innkeeper/db/schema';
import { NonRetryableError, PollAfter } from '../define.ts';
import { cancelSignal, isCancelled } from './cancel.ts';
import { describeFailure, isFinal, messageOf } from './failure.ts';
import { afterFailedStep, attemptLimitMs } from './retry-decision.ts';
import { type Continuation, hook, pauseOf, type Run, stepContext } from './run-context.ts';
import { runAttempt } from './run-step.ts';
import { canDeferWrite, END, firstUndo, listStepsStartedWith, positionAfter, positionOf, stepNamed } from './step-position.ts';
import { LOST_WORKERS_ALLOWED } from './timings.ts';
import {
  addToMemory,
  advanceTo,
  listStartedSteps,
  recordResults,
  recordStepStart,
  releaseClaim,
  type StepStart,
  startRollback,
  toCompletedStep,
} from './transitions.ts';

/**
 * Longest pause in milliseconds during which a workflow keeps its slot. Releasing and reclaiming a workflow takes two commits, and a long
 * wait for a guest has many pauses.
 */
const MAX_STAY_MS = 500;

type Outcome = { kind: 'done'; json: string } | { kind: 'poll'; ms: number } | { kind: 'failed'; error: unknown };

/** Runs one attempt of the current step and handles its outcome. Rolls back if too many workers died during the step. */
export async function forward(run: Run): Promise<Continuation> {
  const { claimed, definition, db } = run;
  const step = stepOf(run);
  if (claimed.attempts >= step.attempts + LOST_WORKERS_ALLOWED)
    return failed(
      run,
      new NonRetryableError(
        'operator',
        definition.failureMessage,
        `${claimed.attempts} attempts ended without a result: their workers died`,
      ),
    );
  // Later steps start in the transition that ends the previous one.
  if (claimed.step === null) await recordStepStart(db, claimed, step.name, toStepStart(run, step.name));
  await hook(run, 'beforeStep', step.name);
  const outcome = await runStepAttempt(run);
  switch (outcome.kind) {
    case 'done':
      await hook(run, 'afterStep', step.name);
      await done(run, step.name, outcome.json);
      return 'on';
    case 'poll':
      await run.deferred.write(run);
      return wait(run, outcome.ms);
    case 'failed':
      await run.deferred.write(run);
      // An error after an abort does not count as a failure of the step.
      return run.signal.aborted || isCancelled(run) ? 'on' : failed(run, outcome.error);
  }
}

/**
 * Moves on to the next step. The result is written together with the start of the next step. The result is deferred if `canDeferWrite`
 * allows it, or if no step is left.
 */
async function done(run: Run, name: string, json: string): Promise<void> {
  const { claimed, db, clock, deferred } = run;
  await deferred.settle();
  const now = clock.now();
  const one = toCompletedStep(claimed, name, json, now);
  const ended = [...deferred.ended, one];
  addToMemory(claimed, ended);
  const next = await nextNeeded(run, name);
  if (canDeferWrite(run.definition.steps, name, next, claimed.begun)) {
    advanceTo(claimed, next, now);
    deferred.hold(run, ended);
  } else {
    await recordResults(db, claimed, { ended, next, begins: toStepStart(run, next) }, now);
    deferred.clear();
  }
  run.time.begin();
}

async function nextNeeded(run: Run, name: string): Promise<string> {
  const { steps } = run.definition;
  for (let next = positionAfter(steps, name); next !== END; next = positionAfter(steps, next)) {
    // If `needed` throws, the step counts as needed, and its own failure is handled as usual.
    const needed = stepNamed(steps, next)
      .needed?.(stepContext(run, run.signal))
      .catch(() => true);
    if ((await needed) !== false) return next;
  }
  return END;
}

function toStepStart({ claimed, definition }: Run, name: string): StepStart {
  const { beginsWith } = stepNamed(definition.steps, name);
  const update = beginsWith && ((held: Parameters<typeof beginsWith>[1]) => beginsWith(claimed.input as never, held));
  return { names: listStepsStartedWith(definition.steps, name), update };
}

/** Returns the current step. Throws `UnknownStep`. */
function stepOf({ claimed, definition }: Run) {
  return stepNamed(definition.steps, positionOf(definition.steps, claimed.step));
}

async function runStepAttempt(run: Run): Promise<Outcome> {
  const { timings, signal } = run;
  const step = stepOf(run);
  const attempt = await runAttempt(
    async (inner): Promise<Outcome> => {
      const value = await step.run(stepContext(run, inner));
      if (value instanceof PollAfter) return { kind: 'poll', ms: value.ms };
      return { kind: 'done', json: asJson(value) };
    },
    {
      limitMs: attemptLimitMs(run.time.elapsed, step.deadlineMs, timings),
      graceMs: timings.graceMs,
      outer: signal,
      cancel: cancelSignal(run),
    },
  );
  return attempt.ok ? attempt.value : { kind: 'failed', error: attempt.error };
}

/** Serializes a result. Called inside the attempt, so that a value that is not JSON counts as a failure of the step. */
function asJson(value: Json | undefined): string {
  return JSON.stringify(value ?? null);
}

/**
 * Polls the step again after `ms`, at the latest at its deadline. A step that is not complete at its deadline has failed. A short pause
 * writes nothing while no other workflow needs the slot.
 */
async function wait(run: Run, ms: number): Promise<Continuation> {
  const { elapsed } = run.time;
  const left = stepOf(run).deadlineMs - elapsed;
  if (left <= 0) return failed(run, new Error(`not there after ${elapsed} ms`));
  const pause = Math.min(ms * run.timings.pauseFactor, left);
  if (ms <= MAX_STAY_MS && run.mayKeepSlot()) {
    const cancel = cancelSignal(run);
    await sleep(pause, undefined, { signal: cancel ? AbortSignal.any([run.signal, cancel]) : run.signal }).catch(() => {});
    return 'on';
  }
  await releaseClaim(run.db, run.claimed, pauseOf(run, pause));
  return 'gone';
}

async function failed(run: Run, error: unknown): Promise<Continuation> {
  const { claimed, definition, db, clock, log, timings } = run;
  const step = stepOf(run);
  const decision = afterFailedStep(
    {
      attempts: claimed.attempts + 1,
      allowed: step.attempts,
      elapsed: run.time.elapsed,
      deadlineMs: step.deadlineMs,
      final: isFinal(error),
    },
    timings,
    timings.random(),
  );
  log.warn({ err: error, workflow: claimed.id, kind: claimed.kind, step: step.name, decision }, 'a step failed');
  if (decision.kind === 'retry') {
    await releaseClaim(db, claimed, { ...pauseOf(run, decision.inMs), failed: { step: step.name, error: messageOf(error) } });
    return 'gone';
  }
  const late = run.time.elapsed >= step.deadlineMs ? step.faultOnTimeout?.(claimed.input as never) : undefined;
  const first = firstUndo(definition.steps, await listStartedSteps(db, claimed.id));
  await startRollback(
    db,
    claimed,
    { step: step.name, first, ...describeFailure(error, definition.failureMessage, late) },
    clock.now(),
  );
  run.time.begin();
  return 'on';
}

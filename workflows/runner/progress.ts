/** Reports the progress of the current step for people who watch. A report may be lost, and must never disturb the step. */
import { sql } from 'kysely';
import type { StepContext } from '../define.ts';
import type { Run } from './run-context.ts';

/**
 * Minimum interval in milliseconds between two writes. Each write sends an event to the customer. A progress bar that moves once a second
 * is smooth enough.
 */
const EVERY_MS = 1_000;

/**
 * Returns a function that writes the progress at most once a second. It writes only with the current epoch and for the current step, so a
 * late report changes no later step.
 */
export function progressOf({ claimed, db, clock, log }: Run): StepContext<never>['progress'] {
  const { id, epoch, worker_id, step, direction } = claimed;
  let reported: number | undefined;
  let quietUntil = 0;
  return async (given) => {
    const percent = Math.floor(Math.min(100, Math.max(0, given)));
    const now = clock.now().getTime();
    if (!Number.isFinite(percent) || percent === reported || now < quietUntil) return;
    reported = percent;
    quietUntil = now + EVERY_MS;
    try {
      await sql`update workflows set percent = ${percent} where id = ${id} and epoch = ${epoch} and worker_id = ${worker_id}
        and state = 'running' and step = ${step} and direction = ${direction}`.execute(db);
    } catch (error) {
      log.warn({ err: error, workflow: id }, 'could not write the progress of a step');
    }
  };
}

/** Converts steps of an operation for its track. Pure. */
import type { Operation } from '@innkeeper/sdk/index';
import { formatDuration } from './format.ts';
import { texts, titleOfStep } from './operations-texts.ts';
import type { TrackStep } from './track.tsx';

/**
 * Returns the steps of an operation: started ones with their seconds, the current one with its share of the usual time, and planned ones
 * with their estimate. Undone steps keep their position. `now` is a time in milliseconds.
 */
export function stepsOfTrack({ steps, planned, state }: Operation, now: number): TrackStep[] {
  const undone = new Set(steps.filter(({ undo, finished_at }) => undo && finished_at !== null).map(({ name }) => name));
  const startedSteps = steps.filter(({ undo }) => !undo);
  const names = new Set(startedSteps.map(({ name }) => name));
  const usual = new Map(planned.map(({ name, usual_ms }) => [name, usual_ms]));
  const isFailing = state === 'undoing' || state === 'failed';
  const startedTrack = startedSteps.map((step): TrackStep => {
    const base = { key: step.name, title: titleOfStep(step.name) };
    if (undone.has(step.name)) return { ...base, state: 'undone', note: texts.undone };
    if (step.finished_at !== null) {
      return { ...base, state: 'done', note: texts.took(between(step.started_at, step.finished_at)) };
    }
    if (isFailing) return { ...base, state: 'failed', note: texts.attempt(step.attempts) };
    return { ...base, state: 'now', ...currentOf(step, usual.get(step.name) ?? null, now) };
  });
  const plannedTrack = planned
    .filter(({ name }) => !names.has(name))
    .map(
      ({ name, usual_ms }): TrackStep => ({
        key: name,
        title: titleOfStep(name),
        state: 'planned',
        note: usual_ms === null ? texts.planned : texts.about(formatDuration(usual_ms)),
      }),
    );
  return [...startedTrack, ...(state === 'failed' ? [] : plannedTrack)];
}

function between(from: string, to: string): string {
  return formatDuration(Math.max(0, Date.parse(to) - Date.parse(from)));
}

function currentOf(step: Operation['steps'][number], usualMs: number | null, now: number): Pick<TrackStep, 'note' | 'percent'> {
  const elapsedMs = Math.max(0, now - Date.parse(step.started_at));
  const elapsed = formatDuration(Math.floor(elapsedMs / 1000) * 1000).replace('.0 s', ' s');
  const attempt = step.attempts > 1 ? `, ${texts.attempt(step.attempts)}` : '';
  if (usualMs === null) return { note: `${elapsed}${attempt}`, percent: 50 };
  // A step that takes longer than usual does not reach the end.
  const percent = Math.min(95, Math.round((elapsedMs / usualMs) * 100));
  return { note: `${texts.running(elapsed, formatDuration(usualMs))}${attempt}`, percent };
}

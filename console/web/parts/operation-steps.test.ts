import type { Operation } from '@innkeeper/sdk/index';
import { describe, expect, it } from 'vitest';
import { stepsOfTrack } from './operation-steps.ts';

const START = '2026-11-26T12:00:00.000Z';
const at = (seconds: number) => new Date(Date.parse(START) + seconds * 1000).toISOString();
const NOW = Date.parse(START) + 20_000;

function operation(fields: Partial<Operation>): Operation {
  return {
    id: 1,
    kind: 'deploy',
    state: 'running',
    resource: { type: 'server', id: 7 },
    percent: 30,
    created_at: START,
    started_at: START,
    finished_at: null,
    estimated_end: at(60),
    reason: null,
    planned: [
      { name: 'network', usual_ms: 400 },
      { name: 'copy', usual_ms: 30_000 },
      { name: 'boot', usual_ms: null },
    ],
    requested_by: null,
    steps: [
      { name: 'network', undo: false, attempts: 1, started_at: START, finished_at: at(0.4) },
      { name: 'copy', undo: false, attempts: 2, started_at: at(5), finished_at: null },
    ],
    ...fields,
  };
}

describe('stepsOfTrack', () => {
  it('shows finished, current and coming steps in the order of the plan', () => {
    expect(stepsOfTrack(operation({}), NOW)).toEqual([
      { key: 'network', title: 'Set up the network', state: 'done', note: '0.4 s' },
      { key: 'copy', title: 'Copy the image', state: 'now', note: '15 s of about 30 s, attempt 2', percent: 50 },
      { key: 'boot', title: 'Start the guest', state: 'planned', note: 'to come' },
    ]);
  });

  it('never marks an overdue step as done', () => {
    expect(stepsOfTrack(operation({}), NOW + 3_600_000)[1]).toMatchObject({ state: 'now', percent: 95 });
  });

  it('marks the failed step and undone steps', () => {
    const undoing = operation({
      state: 'undoing',
      steps: [
        { name: 'network', undo: false, attempts: 1, started_at: START, finished_at: at(1) },
        { name: 'copy', undo: false, attempts: 3, started_at: at(1), finished_at: null },
        { name: 'network', undo: true, attempts: 1, started_at: at(9), finished_at: at(10) },
      ],
    });
    expect(stepsOfTrack(undoing, NOW).map(({ state }) => state)).toEqual(['undone', 'failed', 'planned']);
  });
});

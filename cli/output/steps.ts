import { formatDuration } from '@innkeeper/apps/terminal/duration';
import type { OperatorReply } from '@innkeeper/contract/operator/all';
import { table } from './table.ts';

/** Formats the steps of a workflow, with their attempts and errors. */
export function formatSteps(title: string, steps: OperatorReply<'showWorkflow'>['steps']): string {
  const rows = steps.map(({ step, direction, attempts, started_at, finished_at, error }) => [
    ...[direction === 'back' ? `undo ${step}` : step, String(attempts), started_at],
    ...[finished_at ? formatDuration(Date.parse(finished_at) - Date.parse(started_at)) : 'not done', error ?? ''],
  ]);
  return table([title, 'ATTEMPTS', 'FROM', 'TOOK', 'ERROR'], rows);
}

/** Formats the latest lines of the audit log. */
export function formatAudit(lines: OperatorReply<'showServer'>['audit']): string {
  const rows = lines.map(({ at, actor, action, details }) => [at, actor, action, JSON.stringify(details)]);
  return table(['AUDIT', 'ACTOR', 'ACTION', 'DETAILS'], rows);
}

import type { Database } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';

/** Returns the steps of a workflow in the order in which they began. */
export function stepsOf(db: Kysely<Database>, workflowId: number) {
  return db
    .selectFrom('workflow_steps')
    .select(['step', 'direction', 'attempts', 'started_at', 'finished_at', 'error'])
    .where('workflow_id', '=', workflowId)
    .orderBy('position')
    .execute();
}

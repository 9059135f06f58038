/** The audit lines of workflows: actor `workflow:7`, action `server.restart.done`. */
import type { Database, Json } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import type { Held } from './moves.ts';

export async function audit(
  db: Kysely<Database>,
  held: Held,
  outcome: 'done' | 'undone' | 'stuck',
  details: Record<string, Json>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      at: now,
      account_id: held.account_id,
      actor: `workflow:${held.id}`,
      action: `${held.kind}.${outcome}`,
      resource_kind: held.resource_kind,
      resource_id: held.resource_id,
      details: JSON.stringify(details),
    })
    .execute();
}

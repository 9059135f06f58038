/** The audit lines of workflows: actor `workflow:7`, action `server.restart.done`. */
import type { Database, Json } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/db/tables/audit';
import type { Kysely } from 'kysely';
import { resourceOf } from './alerts.ts';
import type { Held } from './transitions.ts';

export async function auditOutcome(
  db: Kysely<Database>,
  held: Held,
  outcome: 'done' | 'undone' | 'stuck',
  details: Record<string, Json>,
  now: Date,
): Promise<void> {
  await audit(db, {
    accountId: held.account_id,
    actor: `workflow:${held.id}`,
    action: `${held.kind}.${outcome}`,
    ...resourceOf(held),
    details,
    now,
  });
}

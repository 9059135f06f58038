/** The audit lines of workflows: action `server.restart.done`. */
import type { Database, Json } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { Transaction } from 'kysely';
import { resourceOf } from './alerts.ts';
import { actorOf, type Run } from './run-context.ts';

export async function auditOutcome(
  { held, clock }: Run,
  db: Transaction<Database>,
  outcome: 'done' | 'undone' | 'stuck',
  details: Record<string, Json> = {},
): Promise<void> {
  const cx = { db, clock, actor: actorOf(held), requestId: null };
  await audit(cx, `${held.kind}.${outcome}`, resourceOf(held).resource ?? null, details);
}

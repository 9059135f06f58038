/** The audit lines of workflows: action `server.restart.done`. */
import type { Database, Json } from '@innkeeper/db/schema';
import { audit } from '@innkeeper/domain/audit';
import type { Transaction } from 'kysely';
import { resourceOf } from './alerts.ts';
import { actorOf, type Run } from './run-context.ts';

export async function auditOutcome(
  { claimed, clock }: Run,
  db: Transaction<Database>,
  outcome: 'done' | 'undone' | 'stuck',
  details: Record<string, Json> = {},
): Promise<void> {
  const cx = { db, clock, actor: actorOf(claimed), requestId: null };
  await audit(cx, `${claimed.kind}.${outcome}`, resourceOf(claimed).resource ?? null, details);
}

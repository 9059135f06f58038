/** The audit log as the operator reads it. */
import type { Database } from '@innkeeper/db/schema';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';

/** How many of the latest lines are shown. */
const LATEST = 10;

type Of = (eb: ExpressionBuilder<Database, 'audit_log'>) => Expression<SqlBool>;

/** The latest audit lines that `of` selects, newest first; the actor as `token 12`, `operator root`, `staff Ann`. */
export async function latestAuditLines(db: Kysely<Database>, of: Of) {
  const rows = await db
    .selectFrom('audit_log')
    .select(['at', 'actor_kind', 'actor_id', 'actor_name', 'action', 'details'])
    .where(of)
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute();
  return rows.map(({ at, actor_kind, actor_id, actor_name, action, details }) => ({
    at,
    actor: actorText({ actor_kind, actor_id, actor_name }),
    action,
    details,
  }));
}

export const actorText = (line: { actor_kind: string; actor_id: number | null; actor_name: string | null }): string =>
  `${line.actor_kind} ${line.actor_name ?? line.actor_id}`;

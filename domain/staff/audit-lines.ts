/** The audit log as shown to the operator. */
import type { Database } from '@innkeeper/db/schema';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';

/** Number of lines shown, newest first. */
const LATEST = 10;

type AuditLineFilter = (eb: ExpressionBuilder<Database, 'audit_log'>) => Expression<SqlBool>;

/** Returns the latest audit lines that match `of`, newest first. The actor is formatted as `token 12`, `operator root` or `staff Ann`. */
export async function latestAuditLines(db: Kysely<Database>, of: AuditLineFilter) {
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

/** Returns the actor of an audit line as text, such as `token 12`. */
export const actorText = (line: { actor_kind: string; actor_id: number | null; actor_name: string | null }): string =>
  `${line.actor_kind} ${line.actor_name ?? line.actor_id}`;

import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { atCommit } from '../transaction.ts';

export type AuditLine = Insertable<Database['audit_log']>;

/** Lines that wait for the commit of their transaction. */
const pendingLines = new WeakMap<Kysely<Database>, AuditLine[]>();

/**
 * Inserts an immutable line, together with all other lines of the transaction at its commit. `domain/audit.ts` builds the line from the
 * actor.
 */
export async function insertAuditLine(trx: Kysely<Database>, line: AuditLine): Promise<void> {
  const others = pendingLines.get(trx);
  if (others) {
    others.push(line);
    return;
  }
  const lines = [line];
  const isDeferred = await atCommit(trx, {
    compile: () => auditInsert(...lines).compile(trx),
    // A savepoint that is rolled back takes its lines along, and no other ones.
    mark() {
      const { length } = lines;
      return () => lines.splice(length);
    },
    removed: () => pendingLines.delete(trx),
  });
  if (isDeferred) pendingLines.set(trx, lines);
}

/** Returns the statement that inserts lines, for use inside a larger statement. */
export function auditInsert(...lines: readonly AuditLine[]): RawBuilder<unknown> {
  return sql`
    insert into audit_log (account_id, actor_kind, actor_id, actor_name, user_id, action, resource_kind, resource_id, request_id, details, at)
    values ${sql.join(lines.map(valuesOf))}`;
}

function valuesOf(line: AuditLine): RawBuilder<unknown> {
  const { account_id = null, actor_kind, actor_id = null, actor_name = null, user_id = null } = line;
  const { action, resource_kind = null, resource_id = null, request_id = null, details = '{}', at = sql`now()` } = line;
  return sql`(${account_id}, ${actor_kind}, ${actor_id}, ${actor_name}, ${user_id}, ${action}, ${resource_kind}, ${resource_id},
      ${request_id}, ${details}, ${at})`;
}

/** Number of latest lines to search. A user has at most about 70 wrong passwords per hour from all places without an earlier sign-in. */
const LATEST_LINES = 200;

/** Returns whether one of the latest lines about a resource has this action and refusal reason. */
export async function wasAudited(
  db: Kysely<Database>,
  { resource, action, why, since }: { resource: { kind: string; id: number }; action: string; why: string; since: Date },
): Promise<boolean> {
  const latest = db
    .selectFrom('audit_log')
    .select(['at', 'action', 'details'])
    .where('resource_kind', '=', resource.kind)
    .where('resource_id', '=', resource.id)
    .orderBy('id', 'desc')
    .limit(LATEST_LINES);
  const found = await db
    .selectFrom(latest.as('l'))
    .select('l.at')
    .where('l.at', '>', since)
    .where('l.action', '=', action)
    .where(sql`l.details ->> 'why'`, '=', why)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

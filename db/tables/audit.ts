import { type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import { compiled } from '../compiled.ts';
import type { Database } from '../schema.ts';

export type AuditLine = Insertable<Database['audit_log']>;

/** Writes a line that nobody can change. `domain/audit.ts` makes it of who acts. */
export async function insertAuditLine(trx: Kysely<Database>, line: AuditLine): Promise<void> {
  await insert(trx, line);
}

const insert = compiled((_, line: AuditLine) => auditInsert(line));

/** The statement that writes a line, for those who make it part of a larger one. */
export function auditInsert(line: AuditLine): RawBuilder<unknown> {
  const { account_id = null, actor_kind, actor_id = null, actor_name = null, user_id = null } = line;
  const { action, resource_kind = null, resource_id = null, request_id = null, details = '{}', at = sql`now()` } = line;
  return sql`
    insert into audit_log (account_id, actor_kind, actor_id, actor_name, user_id, action, resource_kind, resource_id, request_id, details, at)
    values (${account_id}, ${actor_kind}, ${actor_id}, ${actor_name}, ${user_id}, ${action}, ${resource_kind}, ${resource_id},
      ${request_id}, ${details}, ${at})`;
}

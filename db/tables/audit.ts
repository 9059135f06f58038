import type { Kysely } from 'kysely';
import type { Database, Json } from '../schema.ts';

export interface AuditLine {
  accountId?: number | null;
  /** `token:12`, `workflow:7`, `operator`, `sweep`. */
  actor: string;
  /** An operation's name, or a workflow's kind with its outcome. */
  action: string;
  resource?: { kind: string; id: number };
  requestId?: string;
  details?: { [key: string]: Json };
  /** Default: the database's time. */
  now?: Date;
}

/** Writes a line that nobody can change, in the transaction of what it tells. No secrets belong into `details`. */
export async function audit(trx: Kysely<Database>, line: AuditLine): Promise<void> {
  await trx
    .insertInto('audit_log')
    .values({
      account_id: line.accountId,
      actor: line.actor,
      action: line.action,
      resource_kind: line.resource?.kind,
      resource_id: line.resource?.id,
      request_id: line.requestId,
      details: JSON.stringify(line.details ?? {}),
      at: line.now,
    })
    .execute();
}

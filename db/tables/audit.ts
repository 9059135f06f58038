import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../schema.ts';

/** Writes a line that nobody can change. `domain/audit.ts` makes it of who acts. */
export async function insertAuditLine(trx: Kysely<Database>, line: Insertable<Database['audit_log']>): Promise<void> {
  await trx.insertInto('audit_log').values(line).execute();
}

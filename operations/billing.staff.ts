import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { sql } from 'kysely';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Audits all books, without a statement timeout. */
export async function auditBilling({ db }: StaffCx, _: StaffInput<'auditBilling'>): Promise<StaffReply<'auditBilling'>> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  return auditBooks({ db });
}

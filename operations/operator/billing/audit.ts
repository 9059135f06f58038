import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Audits all books, without a statement timeout. */
export async function auditBilling(
  { db }: OperatorCx,
  _: OperatorInput<'auditBilling'>,
): Promise<OperatorResult<'auditBilling'>> {
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`set local work_mem = '64MB'`.execute(db);
  return auditBooks({ db });
}

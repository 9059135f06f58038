import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { accountIdOf } from '@innkeeper/domain/accounts/find';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';

/** Adds a note that only the staff can read. Notes cannot be changed. */
export async function noteAccount(
  cx: OperatorCx,
  { account, text }: OperatorInput<'noteAccount'>,
): Promise<OperatorResult<'noteAccount'>> {
  const accountId = await accountIdOf(cx.db, account);
  const row = { account_id: accountId, written_by: cx.actor.name, text, created_at: cx.clock.now() };
  const { id } = await cx.db.insertInto('account_notes').values(row).returning('id').executeTakeFirstOrThrow();
  // No account is set, because its audit log would reveal that notes exist.
  await audit(cx, 'noteAccount', { kind: 'account', id: accountId, accountId: null }, { note: id });
  return { id, account: accountId, at: row.created_at, by: row.written_by, text };
}

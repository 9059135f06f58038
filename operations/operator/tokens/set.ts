import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money';
import { namedFields } from '@innkeeper/model/named-fields';
import type { OperatorCx } from '../context.ts';

/**
 * Sets the monthly cap of a token. It applies at once and includes earlier spending of the month. Throws `not_found` also for a revoked
 * token.
 */
export async function setToken(
  cx: OperatorCx,
  { token: id, ...given }: OperatorInput<'setToken'>,
): Promise<OperatorResult<'setToken'>> {
  const { monthly_cap = null } = namedFields(given);
  const cap = monthly_cap === null ? null : parseDecimal(monthly_cap);
  const row = await cx.db
    .updateTable('access_tokens as t')
    .from('users as u')
    .set({ monthly_cap: cap })
    .whereRef('u.id', '=', 't.user_id')
    .where('t.id', '=', id)
    .where('t.revoked_at', 'is', null)
    .returning(['u.email', 't.account_id as accountId'])
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `Token ${id} does not exist or is no longer valid.` });
  const set = { monthly_cap: cap === null ? null : formatDecimal(cap) };
  await audit(cx, 'setToken', { kind: 'access_token', id, accountId: row.accountId }, set);
  return { id, email: row.email, ...set };
}

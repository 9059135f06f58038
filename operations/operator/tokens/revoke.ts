import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { revokeToken as endToken } from '@innkeeper/db/tables/tokens';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** Revokes a token, with the tokens that it made or rotated. Throws `not_found` also if it is already revoked. */
export async function revokeToken(cx: OperatorCx, input: OperatorInput<'revokeToken'>): Promise<OperatorResult<'revokeToken'>> {
  const id = input.token;
  const others = await endToken(cx.db, id, cx.clock.now());
  if (!others) throw new Failure('not_found', { message: `Token ${id} does not exist or is no longer valid.` });
  const { email, accountId } = await cx.db
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select(['u.email', 't.account_id as accountId'])
    .where('t.id', '=', id)
    .executeTakeFirstOrThrow();
  await audit(cx, 'revokeToken', { kind: 'access_token', id, accountId }, others.length > 0 ? { also_revoked: others } : {});
  return { id, email };
}

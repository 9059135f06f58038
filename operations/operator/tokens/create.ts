import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { findAccountByEmail } from '@innkeeper/db/tables/accounts';
import { createToken as insertToken } from '@innkeeper/db/tables/tokens';
import { audit } from '@innkeeper/domain/audit';
import * as clock from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';

/** The token is in the reply, and nowhere again. Throws `not_found` for an address without an account. */
export async function createToken(
  cx: OperatorCx,
  { email, name, abilities, days, hours }: OperatorInput<'createToken'>,
): Promise<OperatorResult<'createToken'>> {
  const account = await findAccountByEmail(cx.db, email);
  if (!account) {
    const message = `There is no account ${email}. Create one with ./innkeeper account create --email ${email}.`;
    throw new Failure('not_found', { message });
  }
  const lastsMs = clock.days(days ?? 0) + clock.hours(hours ?? 0);
  const expiresAt = lastsMs > 0 ? new Date(cx.clock.now().getTime() + lastsMs) : undefined;
  const { id, token } = await insertToken(cx.db, { accountId: account.id, name, abilities, expiresAt });
  await audit(cx, 'createToken', { kind: 'access_token', id, accountId: account.id });
  return { id, token, email: account.email, abilities, expires_at: expiresAt ?? null };
}

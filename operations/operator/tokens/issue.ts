import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { createToken as insertToken } from '@innkeeper/db/tables/tokens';
import { type Membership, membershipsOf } from '@innkeeper/db/tables/users';
import { audit } from '@innkeeper/domain/audit';
import * as clock from '@innkeeper/model/clock';
import { Failure, invalid } from '@innkeeper/model/failures';
import { formatDecimal, parseDecimal } from '@innkeeper/model/money';
import type { OperatorCx } from '../context.ts';

type Input = OperatorInput<'issueAccessToken'>;

/**
 * Creates a token, which only the reply contains. Throws `not_found` for a user without an account, or who is not a member of the named
 * account.
 */
export async function issueAccessToken(cx: OperatorCx, input: Input): Promise<OperatorResult<'issueAccessToken'>> {
  const { email, name, abilities, days, hours } = input;
  const { accountId, userId } = requireMembership(await membershipsOf(cx.db, email), input);
  const lastsMs = clock.days(days ?? 0) + clock.hours(hours ?? 0);
  const expiresAt = lastsMs > 0 ? new Date(cx.clock.now().getTime() + lastsMs) : undefined;
  const monthlyCap = input.monthly_cap === undefined ? undefined : parseDecimal(input.monthly_cap);
  const { id, token } = await insertToken(cx.db, { accountId, userId, name, abilities, expiresAt, monthlyCap });
  const monthly_cap = monthlyCap === undefined ? null : formatDecimal(monthlyCap);
  // Lines of the append-only audit log have this action, so it differs from the operation's name.
  await audit(cx, 'createToken', { kind: 'access_token', id, accountId }, monthly_cap === null ? {} : { monthly_cap });
  return { id, token, email, abilities, expires_at: expiresAt ?? null, monthly_cap };
}

function requireMembership(memberships: readonly Membership[], { email, account }: Input): Membership {
  const fitting = memberships.filter(({ accountId }) => account === undefined || accountId === account);
  const [one, other] = fitting;
  if (!one) {
    const notFoundMessage = `Account ${email} does not exist. Create it with ./innkeeper account create --email ${email}.`;
    throw new Failure('not_found', {
      message: account === undefined ? notFoundMessage : `${email} is not a member of account ${account}.`,
    });
  }
  if (other)
    throw invalid(
      'account',
      `${email} is a member of several accounts: ${fitting.map(({ accountId }) => accountId).join(', ')}. Name one of them.`,
    );
  return one;
}

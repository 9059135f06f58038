import { findSignInUserById } from '@innkeeper/db/tables/sign-in';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import type { BegunSignOn } from '@innkeeper/present/identity-provider';
import type { PreparedSignOn } from './prepare.ts';
import { redirect } from './redirect.ts';

/**
 * Begins a confirmation by the identity provider. A user with an authenticator app also needs a code, unless the provider is trusted to
 * report second factors. Returns the failures `validation` for `otp` and `rate_limited`.
 */
export async function confirmBySingleSignOn(
  cx: MutatingCx<Customer>,
  { prepared, otp, ...parts }: { prepared: PreparedSignOn; otp?: string | undefined; sealer: Sealer; throttle: SignInThrottle },
): Promise<{ begun: BegunSignOn } | { refused: Failure }> {
  const { id: sessionId, userId } = requireSession(cx.actor);
  const { trusted_acr, trusted_amr } = prepared.provider;
  const user = await findSignInUserById(cx.db, userId, signInNetwork(cx));
  if (!user) throw new Failure('unauthenticated');
  const needed = user.has_totp && trusted_acr.length + trusted_amr.length === 0;
  if (needed && otp === undefined) throw invalid('otp', 'Enter a code of your authenticator app, or a recovery code.');
  const isCodeChecked = user.has_totp && otp !== undefined;
  const refused = isCodeChecked ? await judgeCode(cx, user, { otp, ...parts }) : undefined;
  if (refused) return { refused };
  return { begun: await redirect(cx, prepared, { purpose: 'confirm', sessionId, secondFactor: isCodeChecked }) };
}

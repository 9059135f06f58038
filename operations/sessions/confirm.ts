import { lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { auditRefusal, type StartedSession } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import type { CheckedPassword } from './check-password.ts';
import { judgeCode } from './create.ts';

/**
 * The user proves again who it is: by the password, and by a code where there is an authenticator app. The session gets another secret.
 * Refuses with `validation` under `password` or `otp`, and `rate_limited`; throws `wrong_state` for an access token.
 */
export async function confirmSession(
  cx: MutatingCx<Customer>,
  { checked, otp, ...parts }: { checked: CheckedPassword; otp?: string | undefined; sealer: Sealer; throttle: SignInThrottle },
): Promise<{ started: StartedSession } | { refused: Failure }> {
  const { id } = requireSession(cx.actor);
  const { user, fits } = checked;
  if (!user || !fits) {
    await auditRefusal(cx, 'confirmSession', user, 'password');
    return { refused: invalid('password', 'This is not your password.') };
  }
  if (user.has_totp) {
    if (otp === undefined) throw invalid('otp', 'Please give a code of your authenticator app, or a recovery code.');
    const refused = await judgeCode(cx, user, { otp, ...parts });
    if (refused) return { refused };
  }
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const now = cx.clock.now();
  const started = await rotateSession(cx.db, { id, authenticated_at: now, now });
  await audit(cx, 'confirmSession', { kind: 'session', id });
  return { started };
}

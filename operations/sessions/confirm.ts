import { lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import { findSignInUserById, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { lockTotp, proveTotp } from '@innkeeper/db/tables/two-factor';
import type { Customer, SessionActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { PasskeyPages } from '@innkeeper/domain/passkeys/relying-party';
import type { Assertion } from '@innkeeper/domain/passkeys/verify';
import type { CheckedPassword } from '@innkeeper/domain/passwords/check';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { auditRefusal, type StartedSession } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { hasEnded } from '@innkeeper/model/sign-in/unproven-app';
import { judgePasskeyOf } from './judge-passkey.ts';

interface ConfirmSession extends PasskeyPages {
  /** Result of the password check, or `undefined` without a password. */
  checked: CheckedPassword | undefined;
  otp?: string | undefined;
  passkey?: Assertion | undefined;
  sealer: Sealer;
  throttle: SignInThrottle;
}

/**
 * Confirms the identity of the session's user, by a passkey, or by the password and a code if an authenticator app is enabled. The session
 * gets a new secret. A code also proves an app that a token enabled.
 *
 * Returns a failure `validation` for `password`, `otp` or `passkey`, or `rate_limited`. Throws `wrong_state` for an access token.
 */
export async function confirmSession(
  cx: MutatingCx<Customer>,
  input: ConfirmSession,
): Promise<{ started: StartedSession } | { refused: Failure }> {
  const session = requireSession(cx.actor);
  const { id } = session;
  const refused = await (input.passkey ? judgeByPasskey(cx, session, input.passkey, input) : judgeByPassword(cx, input));
  if (refused) return { refused };
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const now = cx.clock.now();
  const started = await rotateSession(cx.db, { id, authenticated_at: now, now });
  await audit(cx, 'confirmSession', { kind: 'session', id });
  return { started };
}

async function judgeByPassword(
  cx: MutatingCx<Customer>,
  { checked, otp, ...parts }: ConfirmSession,
): Promise<Failure | undefined> {
  if (!checked?.user || !checked.fits) {
    await auditRefusal(cx, 'confirmSession', checked?.user, 'password');
    return invalid('password', 'The password is wrong.');
  }
  const { user } = checked;
  if (!user.has_totp) return otp === undefined ? undefined : proveApp(cx, user, { otp, ...parts });
  if (otp === undefined) throw invalid('otp', 'Enter a code of your authenticator app, or a recovery code.');
  return judgeCode(cx, user, { otp, ...parts });
}

/** Verifies the first code that a session gives of an app that a token enabled. Ignores the code of a user without such an app. */
async function proveApp(
  cx: MutatingCx<Customer>,
  user: SignInUser,
  given: Parameters<typeof judgeCode>[2],
): Promise<Failure | undefined> {
  const app = await lockTotp(cx.db, user.id);
  if (!app || hasEnded(app, cx.clock.now())) return undefined;
  const refused = await judgeCode(cx, user, given);
  if (!refused) await proveTotp(cx.db, user.id);
  return refused;
}

async function judgeByPasskey(
  cx: MutatingCx<Customer>,
  { id, userId }: SessionActor,
  passkey: Assertion,
  parts: ConfirmSession,
): Promise<Failure | undefined> {
  const user = await findSignInUserById(cx.db, userId, signInNetwork(cx));
  if (!user) throw new Failure('unauthenticated');
  return judgePasskeyOf(cx, user, { ...parts, passkey, challengeFor: { purpose: 'confirm', userId, sessionId: id } });
}

import { lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import { findSignInUserById, type SignInUser } from '@innkeeper/db/tables/sign-in';
import { lockTotp, proveTotp } from '@innkeeper/db/tables/two-factor';
import type { Customer, SessionActor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx, MutatingRequestCx } from '@innkeeper/domain/context';
import type { Assertion } from '@innkeeper/domain/passkeys/verify';
import { type CheckedPassword, checkOwnPassword } from '@innkeeper/domain/passwords/check';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { auditRefusal } from '@innkeeper/domain/sign-in/start-session';
import { Failure, invalid } from '@innkeeper/model/failures';
import { hasEnded } from '@innkeeper/model/sign-in/unproven-app';
import { presentRequest } from '@innkeeper/present/passkey';
import { CommittedFailure } from '@innkeeper/present/reply';
import { presentStart } from '@innkeeper/present/session';
import type { Input, Prepared, Reply, Services } from '../define.ts';
import { judgePasskeyOf, newPasskeyRequest } from './passkey.ts';

type Judging = Pick<Services, 'sealer' | 'throttle' | 'pages'>;

/** Returns a request to confirm the session's user. Throws `wrong_state` for an access token, and if passkeys are unavailable. */
export async function createConfirmOptions(
  cx: MutatingRequestCx,
  _input: Input<'createConfirmOptions'>,
  { pages }: Pick<Services, 'pages'>,
): Promise<Reply<'createConfirmOptions'>> {
  const { id, userId } = requireSession(cx.actor);
  const where = { apiUrl: cx.url.path, pages: pages() };
  return presentRequest(await newPasskeyRequest(cx, { purpose: 'confirm', userId, sessionId: id }, where));
}

/** Verifies the password, if one is given. Returns `undefined` for a confirmation by passkey. Throws the errors of `checkOwnPassword`. */
export async function prepareConfirmSession(
  cx: Pick<Cx<Customer>, 'db' | 'clock' | 'clientAddress' | 'actor'>,
  { password }: Input<'confirmSession'>['body'],
  services: Pick<Services, 'passwords' | 'throttle'>,
): Promise<CheckedPassword | undefined> {
  return password === undefined ? undefined : checkOwnPassword(cx, { password }, services);
}

/**
 * Confirms the identity of the session's user, by a passkey, or by the password and a code if an authenticator app is enabled. The session
 * gets a new secret. A code also proves an app that a token enabled.
 *
 * Returns a failure `validation` for `password`, `otp` or `passkey`, or `rate_limited`. Throws `wrong_state` for an access token.
 */
export async function confirmSession(
  cx: MutatingRequestCx,
  { body: { otp, passkey }, prepared: checked }: Input<'confirmSession'> & Prepared<CheckedPassword | undefined>,
  services: Judging,
): Promise<Reply<'confirmSession'>> {
  const session = requireSession(cx.actor);
  const { id } = session;
  const refused = await (passkey ? judgeByPasskey(cx, session, passkey, services) : judgeByPassword(cx, checked, otp, services));
  if (refused) return new CommittedFailure(refused);
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const now = cx.clock.now();
  const started = await rotateSession(cx.db, { id, authenticated_at: now, now });
  await audit(cx, 'confirmSession', { kind: 'session', id });
  return presentStart({ started }, cx.settings);
}

async function judgeByPassword(
  cx: MutatingCx<Customer>,
  checked: CheckedPassword | undefined,
  otp: string | undefined,
  { sealer, throttle }: Judging,
): Promise<Failure | undefined> {
  if (!checked?.user || !checked.fits) {
    await auditRefusal(cx, 'confirmSession', checked?.user, 'password');
    return invalid('password', 'The password is wrong.');
  }
  const { user } = checked;
  if (!user.has_totp) return otp === undefined ? undefined : proveApp(cx, user, { otp, sealer, throttle });
  if (otp === undefined) throw invalid('otp', 'Enter a code of your authenticator app, or a recovery code.');
  return judgeCode(cx, user, { otp, sealer, throttle });
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
  cx: MutatingRequestCx,
  { id, userId }: SessionActor,
  passkey: Assertion,
  { sealer, throttle, pages }: Judging,
): Promise<Failure | undefined> {
  const user = await findSignInUserById(cx.db, userId, signInNetwork(cx));
  if (!user) throw new Failure('unauthenticated');
  const challengeFor = { purpose: 'confirm', userId, sessionId: id } as const;
  return judgePasskeyOf(cx, user, { passkey, challengeFor, sealer, throttle, apiUrl: cx.url.path, pages: pages() });
}

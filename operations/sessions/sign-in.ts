/** Opens sessions: by a password, a second factor, a passkey or a printed link. */
import { timingSafeEqual } from 'node:crypto';
import { lockIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import { lockPassword } from '@innkeeper/db/tables/passwords';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import {
  type Challenge,
  findSignInUserById,
  lockChallenge,
  type SignInUser,
  updateChallenge,
} from '@innkeeper/db/tables/sign-in';
import { takeSignInLink } from '@innkeeper/db/tables/sign-in-links';
import { INVALID_CODE } from '@innkeeper/domain/access/second-factor';
import type { Actor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { verifyPasskey } from '@innkeeper/domain/passkeys/verify';
import { type CheckedPassword, checkPassword } from '@innkeeper/domain/passwords/check';
import { challengeOf, digestOfCode, type SignInAnswer } from '@innkeeper/domain/sign-in/challenge';
import { judgeCode } from '@innkeeper/domain/sign-in/judge-code';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { staleAuthenticationTime } from '@innkeeper/domain/sign-in/recent-authentication';
import { replaceSession } from '@innkeeper/domain/sign-in/replace-session';
import { auditRefusal, type ByProvider, type SignInMethod } from '@innkeeper/domain/sign-in/start-session';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import { presentRequest } from '@innkeeper/present/passkey';
import { CommittedFailure } from '@innkeeper/present/reply';
import { presentChallenge, presentSession, presentStart } from '@innkeeper/present/session';
import { withSessionCookie } from '@innkeeper/present/session-cookie';
import type { Input, Prepared, Reply, Services, UseCaseCx } from '../define.ts';
import { judgePasskeyOf, newPasskeyRequest } from './passkey.ts';

/** Maximum number of refused codes and passkeys per sign-in. After that, the user must start the sign-in again. */
const MAX_ATTEMPTS = 5;

/** Verifies the password, which takes the same time for an unknown user. Throws the errors of `checkPassword`. */
export function prepareCreateSession(
  cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>,
  body: Input<'createSession'>['body'],
  services: Pick<Services, 'passwords' | 'throttle'>,
): Promise<CheckedPassword> {
  return checkPassword(cx, body, services);
}

/**
 * Opens a session after the right password, and ends the browser's previous session. A second factor is either part of the request, or
 * answers the returned challenge.
 *
 * Returns `wrong_credentials` for every reason, or `validation` for `otp`, or `rate_limited` after too many wrong or sent codes.
 */
export async function createSession(
  cx: MutatingCx<Actor>,
  { body: { otp }, prepared }: Input<'createSession'> & Prepared<CheckedPassword>,
  { sealer, throttle }: Pick<Services, 'sealer' | 'throttle'>,
): Promise<Reply<'createSession'>> {
  const answer = await judgePassword(cx, prepared, { otp, sealer, throttle });
  if ('refused' in answer) return new CommittedFailure(answer.refused);
  if ('challenge' in answer) return presentChallenge(answer.challenge);
  const { started } = answer;
  return withSessionCookie(started, { session: presentSession(started.row, true), second_factor: null }, cx.settings);
}

async function judgePassword(
  cx: MutatingCx<Actor>,
  { user, fits }: CheckedPassword,
  input: { otp: string | undefined; sealer: Sealer; throttle: SignInThrottle },
): Promise<SignInAnswer> {
  // The password was verified before the transaction, so check that it has not changed. The lock makes a later change end this session.
  if (!user || !fits || !(await lockPassword(cx.db, user))) {
    await auditRefusal(cx, 'createSession', user, 'password');
    return { refused: new Failure('wrong_credentials') };
  }
  if (user.has_totp && input.otp !== undefined) {
    const refused = await judgeCode(cx, user, { ...input, otp: input.otp });
    return refused ? { refused } : replaceSession(cx, user, ['password', 'totp']);
  }
  return (await challengeOf(cx, user, input)) ?? replaceSession(cx, user, ['password']);
}

/**
 * Completes a sign-in with the second factor. Returns a `validation` failure for `sign_in_token` if the token is unknown, used, expired or
 * was tried too often. Other failures are `validation` for `otp` or `passkey`, and `rate_limited`.
 */
export async function verifySession(
  cx: UseCaseCx<'verifySession'>,
  { body }: Input<'verifySession'>,
  services: Pick<Services, 'sealer' | 'throttle' | 'pages'>,
): Promise<Reply<'verifySession'>> {
  const challenge = await lockChallenge(cx.db, hashSecret(body.sign_in_token));
  const now = cx.clock.now();
  const user = challenge && (await findSignInUserById(cx.db, challenge.user_id, signInNetwork(cx)));
  if (!challenge || !user || user.suspended_at || !isChallengeOpen(challenge, now)) return new CommittedFailure(SIGN_IN_EXPIRED);
  const { refused, method } = await judge(cx, user, challenge, body, services);
  await updateChallenge(cx.db, challenge.id, refused ? { tries: challenge.tries + 1 } : { done_at: now });
  if (refused) return new CommittedFailure(refused);
  const provider = await providerOf(cx, challenge);
  const answer = await replaceSession(cx, user, [provider ? 'identity_provider' : 'password', method], provider);
  return presentStart(answer, cx.settings);
}

/** Returns the identity provider that was the first factor, or `undefined` if a password was. Throws if the provider was deleted. */
async function providerOf(
  cx: MutatingCx,
  { identity_provider_id: id, authenticated_at }: Challenge,
): Promise<ByProvider | undefined> {
  if (id === null) return undefined;
  const provider = await lockIdentityProvider(cx.db, id);
  if (!provider) throw SIGN_IN_EXPIRED;
  const { account_id: accountId } = provider;
  return { identityProviderId: id, accountId, authenticatedAt: authenticated_at ?? staleAuthenticationTime(cx.clock.now()) };
}

const SIGN_IN_EXPIRED = invalid('sign_in_token', 'This sign-in has expired. Sign in again.');

/** Returns whether a challenge can still be answered. */
const isChallengeOpen = ({ done_at, expires_at, tries }: Challenge, now: Date): boolean =>
  done_at === null && expires_at > now && tries < MAX_ATTEMPTS;

async function judge(
  cx: UseCaseCx<'verifySession'>,
  user: SignInUser,
  { id, email_code_hash: code }: Challenge,
  { sign_in_token: token, otp = '', passkey }: Input<'verifySession'>['body'],
  { sealer, throttle, pages }: Pick<Services, 'sealer' | 'throttle' | 'pages'>,
): Promise<{ refused: Failure | undefined; method: SignInMethod }> {
  if (passkey) {
    const challengeFor = { purpose: 'second_factor', userId: user.id, signInId: id } as const;
    const where = { apiUrl: cx.url.path, pages: pages() };
    return { refused: await judgePasskeyOf(cx, user, { passkey, challengeFor, sealer, throttle, ...where }), method: 'passkey' };
  }
  if (code) return { refused: await judgeEmailCode(cx, user, code, { token, otp, sealer, throttle }), method: 'email' };
  return { refused: await judgeCode(cx, user, { otp, sealer, throttle }), method: 'totp' };
}

async function judgeEmailCode(
  cx: MutatingCx<Actor>,
  user: SignInUser,
  expected: Buffer,
  { token, otp, sealer, throttle }: { token: string; otp: string; sealer: Sealer; throttle: SignInThrottle },
): Promise<Failure | undefined> {
  const counted = throttle.account(`otp:${user.id}`, { network: signInNetwork(cx), known: user.known_place }, cx.clock.now());
  if (timingSafeEqual(expected, digestOfCode(sealer, token, otp))) {
    counted.release();
    return undefined;
  }
  await auditRefusal(cx, 'createSession', user, 'second factor');
  return invalid('otp', INVALID_CODE);
}

/**
 * Returns a request to sign in with any passkey. The token of a sign-in with verified password limits it to the passkeys of that user.
 * Throws `wrong_state` if passkeys are unavailable, and `validation` for `sign_in_token`.
 */
export async function createSignInOptions(
  cx: UseCaseCx<'createSignInOptions'>,
  { body }: Input<'createSignInOptions'>,
  { pages }: Pick<Services, 'pages'>,
): Promise<Reply<'createSignInOptions'>> {
  const where = { apiUrl: cx.url.path, pages: pages() };
  const token = body.sign_in_token;
  if (token === undefined) return presentRequest(await newPasskeyRequest(cx, { purpose: 'sign_in' }, where));
  const signIn = await lockChallenge(cx.db, hashSecret(token));
  if (!signIn || !isChallengeOpen(signIn, cx.clock.now())) throw SIGN_IN_EXPIRED;
  const challengeFor = { purpose: 'second_factor', userId: signIn.user_id, signInId: signIn.id } as const;
  return presentRequest(await newPasskeyRequest(cx, challengeFor, where));
}

/**
 * Opens a session for the owner of a passkey, and ends the browser's previous session.
 *
 * Returns the same `validation` failure for `credential` for every reason. Throws `rate_limited` after too many attempts from a network,
 * and `wrong_state` if passkeys are unavailable.
 */
export async function createPasskeySession(
  cx: UseCaseCx<'createPasskeySession'>,
  { body: { credential } }: Input<'createPasskeySession'>,
  { sealer, throttle, pages }: Pick<Services, 'sealer' | 'throttle' | 'pages'>,
): Promise<Reply<'createPasskeySession'>> {
  const rp = requireRelyingParty(cx, { apiUrl: cx.url.path, pages: pages() });
  const network = signInNetwork(cx);
  const counted = throttle.address(network, cx.clock.now());
  const judged = await verifyPasskey(cx, credential, { challengeFor: { purpose: 'sign_in' }, rp, sealer });
  const userId = 'passkey' in judged ? judged.passkey.user_id : judged.userId;
  const user = userId === undefined ? undefined : await findSignInUserById(cx.db, userId, network);
  if (!('passkey' in judged) || !user || user.suspended_at) {
    await auditRefusal(cx, 'createSession', user, 'passkey' in judged ? 'passkey' : judged.why);
    const message = 'This passkey is unknown. Sign in with another passkey, or with your password.';
    return new CommittedFailure(invalid('credential', message));
  }
  counted.release();
  return presentStart(await replaceSession(cx, user, ['passkey']), cx.settings);
}

/**
 * Opens a session by a link that the installation has printed, and ends the browser's previous session.
 *
 * Throws `not_found` for an unknown, used or expired link, and for a suspended user. Returns a `wrong_state` failure for a user without an
 * account. Throws `single_sign_on_required` if all accounts of the user require their providers.
 */
export async function createSessionByLink(
  cx: MutatingCx<Actor>,
  { body: { secret } }: Input<'createSessionByLink'>,
): Promise<Reply<'createSessionByLink'>> {
  const userId = await takeSignInLink(cx.db, { secretHash: hashSecret(secret), now: cx.clock.now() });
  const user = userId === undefined ? undefined : await findSignInUserById(cx.db, userId, signInNetwork(cx));
  if (!user || user.suspended_at) throw new Failure('not_found');
  return presentStart(await replaceSession(cx, user, ['link']), cx.settings);
}

/** Sign-up of customers: an account opens after a mailed link has proved the address. */
import { isIP } from 'node:net';
import { openAccount } from '@innkeeper/db/tables/accounts';
import { updatePreferences } from '@innkeeper/db/tables/profiles';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import {
  countSignUps,
  findSignUp,
  insertSignUp,
  insertTermsAcceptance,
  lockSignUp,
  type SignUpRow,
  signUpSettings,
  updateSignUp,
} from '@innkeeper/db/tables/sign-up';
import type { Actor } from '@innkeeper/domain/actor';
import { attributeReferral } from '@innkeeper/domain/affiliates/attribute';
import { audit } from '@innkeeper/domain/audit';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { requirePrintable } from '@innkeeper/domain/invoices/printable';
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { requireCountry } from '@innkeeper/domain/resources/catalogue';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import { findOrCreateUser } from '@innkeeper/domain/sign-up/find-or-create-user';
import { Failure, invalid } from '@innkeeper/model/failures';
import { signUpRefusal } from '@innkeeper/model/people/sign-up';
import { days } from '@innkeeper/model/time/clock';
import type { Input, Prepared, Reply, Services } from './define.ts';

const NO_SUCH = 'This link is no longer valid: it was used or has expired. Request a new link.';

/** Returns the sign-up mode and the current terms. */
export async function getSignUp({ db }: Pick<Cx, 'db'>): Promise<Reply<'getSignUp'>> {
  const { mode, terms_version: version, terms_url: url } = await signUpSettings(db);
  return { mode, terms: version === null || url === null ? null : { version, url } };
}

/**
 * Stores the address without looking up its user, so that the response reveals nothing. A job looks up the user and sends a mail
 * (`sendSignUpLink`).
 *
 * Throws `wrong_state` while sign-up is not open to everyone, `rate_limited` after too many requests, and `unavailable` if the
 * installation's limit for 24 hours is reached.
 */
export async function createSignUp(
  cx: MutatingCx<Actor>,
  { body: { email, language } }: Input<'createSignUp'>,
  { throttle }: Pick<Services, 'throttle'>,
): Promise<void> {
  const { db, clock, settings, clientAddress = '' } = cx;
  const refusal = signUpRefusal((await signUpSettings(db)).mode, { invited: false });
  if (refusal !== undefined) throw new Failure('wrong_state', { message: refusal });
  const now = clock.now();
  throttle.mail(signInNetwork(cx), now);
  const max = settings.signUpsADay;
  if ((await countSignUps(db, { since: new Date(now.getTime() - days(1)), max })) >= max)
    throw new Failure('unavailable', { message: 'There are too many sign-ups at the moment. Try again later.' });
  await insertSignUp(db, { email, language, from: isIP(clientAddress) ? clientAddress : null, now });
}

/**
 * Verifies the secret of a link and returns the hash of the new password. Throws `validation` for `secret` and `password`, `rate_limited`
 * after too many wrong secrets, and the errors of `UserPasswords.hash`.
 */
export async function prepareConfirmSignUp(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: Input<'confirmSignUp'>['body'],
  { passwords, throttle }: Pick<Services, 'passwords' | 'throttle'>,
): Promise<string> {
  const network = signInNetwork(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const signUp = await findSignUp(cx.db, hashSecret(secret), now);
  if (!signUp) throw invalid('secret', NO_SUCH);
  tried.release();
  requireGoodPassword(cx, { password, email: signUp.email });
  return passwords.hash(password, network);
}

/**
 * Opens an account for the address that the secret proves. Its owner is a new user, or the existing user without an account.
 *
 * Throws `validation` with the field, for an invalid secret, an unknown country or outdated terms, and the errors of `attributeReferral`.
 * Throws `validation` for a name that invoices cannot show.
 * Throws `wrong_state` while sign-up is closed, and if another user has the address by then.
 */
export async function confirmSignUp(
  cx: MutatingCx<Actor>,
  { body, prepared: hash }: Input<'confirmSignUp'> & Prepared<string>,
): Promise<Reply<'confirmSignUp'>> {
  const { secret, name, country_id, terms_version, referral_code } = body;
  const { db } = cx;
  const signUp = await lockSignUp(db, hashSecret(secret), cx.clock.now());
  if (!signUp) throw invalid('secret', NO_SUCH);
  const terms = await termsToAccept(cx, signUp, terms_version);
  const country = await requireCountry(cx, country_id);
  requirePrintable(cx, { name });
  const { email, language } = signUp;
  const user = await findOrCreateUser(cx, { email, name, hash });
  if (!user) throw new Failure('wrong_state', { message: 'A user with this address already exists. Sign in instead.' });
  const { id: userId } = user;
  const accountId = await openAccount(db, { userId, name, country });
  await updatePreferences(db, userId, { language });
  await updateSignUp(db, signUp.id, { outcome: 'account', account_id: accountId });
  const { clientAddress: from = '' } = cx;
  const accepted = { accepted_at: cx.clock.now(), accepted_from: isIP(from) ? from : null };
  await insertTermsAcceptance(db, { account_id: accountId, user_id: userId, ...terms, ...accepted });
  const visitor = { ...cx, actor: { kind: 'visitor', accountId, userId } as const };
  const invited = signUp.invited_by !== null && { invited_by: signUp.invited_by };
  await audit(visitor, 'confirmSignUp', { kind: 'account', id: accountId }, { from, terms: terms.version, ...invited });
  if (referral_code !== undefined) await attributeReferral(visitor, accountId, referral_code);
  const welcome = {
    accountId,
    template: 'welcome',
    data: { name, account: accountId },
    dedupeKey: `welcome:${accountId}`,
  } as const;
  await queueMailToUser(cx, { id: userId, email, language }, welcome);
  return { account_id: accountId, email };
}

/** Returns the current terms. Throws `validation` unless the customer accepted this version, and `wrong_state` while sign-up is closed. */
async function termsToAccept({ db }: MutatingCx<Actor>, { invited_by }: SignUpRow, read: string) {
  const { mode, terms_version: version, terms_url: url } = await signUpSettings(db);
  const refusal = signUpRefusal(mode, { invited: invited_by !== null });
  if (refusal !== undefined || version === null || url === null)
    throw new Failure('wrong_state', refusal === undefined ? {} : { message: refusal });
  if (version !== read) throw invalid('terms_version', `Must be ${version}, the current version of the terms of service.`);
  return { version, url };
}

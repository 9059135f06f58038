import { isIP } from 'node:net';
import { openAccount } from '@innkeeper/db/tables/accounts';
import { updatePreferences } from '@innkeeper/db/tables/profiles';
import { hashSecret } from '@innkeeper/db/tables/sessions';
import {
  findSignUp,
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
import { queueMailToUser } from '@innkeeper/domain/mail/to-user';
import { requireGoodPassword } from '@innkeeper/domain/passwords/rules';
import { requireCountry } from '@innkeeper/domain/resources/catalogue';
import { placeOf } from '@innkeeper/domain/sign-in/place';
import { provenUser } from '@innkeeper/domain/sign-up/proven-user';
import { Failure, invalid } from '@innkeeper/model/failures';
import { signUpRefusal } from '@innkeeper/model/sign-up';
import type { SignInParts } from '../sessions/check-password.ts';

const NO_SUCH = 'This link is no longer valid: it was used or has expired. Request a new link.';

interface NewCustomer {
  secret: string;
  name: string;
  country_id: number;
  terms_version: string;
  referral_code?: string | undefined;
}

/**
 * The hash of the password, made before a transaction is opened. Throws `validation` under `secret` and `password`, `rate_limited` after too many
 * wrong secrets, and what `UserPasswords` throws.
 */
export async function hashForSignUp(
  cx: Pick<Cx, 'db' | 'clock' | 'settings' | 'clientAddress'>,
  { secret, password }: { secret: string; password: string },
  { passwords, throttle }: SignInParts,
): Promise<string> {
  const network = placeOf(cx);
  const now = cx.clock.now();
  const tried = throttle.address(network, now);
  const signUp = await findSignUp(cx.db, hashSecret(secret), now);
  if (!signUp) throw invalid('secret', NO_SUCH);
  tried.release();
  requireGoodPassword(cx, { password, email: signUp.email });
  return passwords.hash(password, network);
}

/**
 * Opens an account of the address that the secret has proven, with a user who owns it: a new one, or the lone user who has the address. Throws
 * `validation` with the field: for a secret that works no longer, a country that we don't know, terms that hold no longer, and what `attributeReferral` throws; `wrong_state` while nobody may sign up,
 * and when another user has this address by now.
 */
export async function confirmSignUp(
  cx: MutatingCx<Actor>,
  { secret, name, country_id, terms_version, referral_code, hash }: NewCustomer & { hash: string },
): Promise<{ accountId: number; email: string }> {
  const { db } = cx;
  const signUp = await lockSignUp(db, hashSecret(secret), cx.clock.now());
  if (!signUp) throw invalid('secret', NO_SUCH);
  const terms = await termsToAccept(cx, signUp, terms_version);
  const country = await requireCountry(cx, country_id);
  const { email, language } = signUp;
  const user = await provenUser(cx, { email, name, hash });
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
  const told = { accountId, template: 'welcome', data: { name, account: accountId }, once: `welcome:${accountId}` } as const;
  await queueMailToUser(cx, { id: userId, email, language }, told);
  return { accountId, email };
}

/** Those that hold now, which must be the ones that were read. */
async function termsToAccept({ db }: MutatingCx<Actor>, { invited_by }: SignUpRow, read: string) {
  const { mode, terms_version: version, terms_url: url } = await signUpSettings(db);
  const refusal = signUpRefusal(mode, { invited: invited_by !== null });
  if (refusal !== undefined || version === null || url === null)
    throw new Failure('wrong_state', refusal === undefined ? {} : { message: refusal });
  if (version !== read) throw invalid('terms_version', `Must be ${version}, the current version of the terms of service.`);
  return { version, url };
}

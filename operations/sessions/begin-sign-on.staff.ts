/** Redirects a browser of the staff to the identity provider: to sign in, to link an invited person, or to confirm the identity. */
import { hashSecret } from '@innkeeper/db/tables/sessions';
import { findStaffProvider, insertStaffSignOn, type StaffProvider } from '@innkeeper/db/tables/staff-identities';
import { findStaffInvitation } from '@innkeeper/db/tables/staff-sign-in';
import type { StaffActor, VisitorActor } from '@innkeeper/domain/actor';
import type { Cx, MutatingCx } from '@innkeeper/domain/context';
import { signInNetwork } from '@innkeeper/domain/sign-in/place';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';
import { providerFailure } from '@innkeeper/domain/single-sign-on/failures';
import { hashesOf, newSignOnSecrets, type SignOnSecrets, secretsOf } from '@innkeeper/domain/single-sign-on/secrets';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/installation/sealing';
import type { OpenIdClient, ProviderAccess } from '@innkeeper/model/openid/client';
import { STAFF_CLIENT_SECRET } from '@innkeeper/model/people/staff';
import { minutes } from '@innkeeper/model/time/clock';
import { WithHeaders } from '@innkeeper/present/reply';
import { staffSignOnCookie } from '@innkeeper/present/sign-on-cookie.staff';
import type { Prepared, SignInReply, StaffInput, StaffReply } from '../define.staff.ts';
import { requireStaffSession } from './view.staff.ts';

const WORKS_MS = minutes(10);

export interface StaffSignOnParts {
  openId: OpenIdClient;
  sealer: Sealer;
  throttle: SignInThrottle;
}

/** Returns the credentials for the provider. Throws if the client secret was sealed with another key. */
export const accessOf = (sealer: Sealer, { issuer, client_id, client_secret }: StaffProvider): ProviderAccess => ({
  issuer,
  clientId: client_id,
  clientSecret: sealer.open(STAFF_CLIENT_SECRET, client_secret).toString(),
});

interface PreparedSignOn {
  readonly secrets: SignOnSecrets;
  readonly url: string;
}

/** Prepares a redirect to the provider. Throws the errors of `prepareRedirect`. */
export const prepareBeginStaffSignOn = (
  cx: Cx<VisitorActor>,
  _input: StaffInput<'beginStaffSignOn'>,
  services: StaffSignOnParts,
): Promise<PreparedSignOn> => prepareRedirect(cx, { fresh: false }, services);

/** Begins a sign-in. `secret` is the secret of an invitation whose person is linked. Throws `validation` for `secret`. */
export async function beginStaffSignOn(
  cx: MutatingCx<VisitorActor>,
  { secret, prepared }: StaffInput<'beginStaffSignOn'> & Prepared<PreparedSignOn>,
): Promise<SignInReply<'beginStaffSignOn'>> {
  if (secret === undefined) return insertSignOnRequest(cx, prepared, { purpose: 'sign_in' });
  const hash = hashSecret(secret);
  if (!(await findStaffInvitation(cx.db, hash, cx.clock.now())))
    throw invalid(
      'secret',
      'This secret is no longer valid: it was used, replaced, or is older than 24 hours. Ask for a new one.',
    );
  return insertSignOnRequest(cx, prepared, { purpose: 'link', invitation_hash: hash });
}

/**
 * Prepares a redirect to the provider, which asks for the credentials. Throws `wrong_state` for a caller with a token, and the errors of
 * `prepareRedirect`.
 */
export async function prepareBeginStaffConfirmation(
  cx: Cx<StaffActor>,
  _input: StaffInput<'beginStaffConfirmation'>,
  services: StaffSignOnParts,
): Promise<PreparedSignOn> {
  requireStaffSession(cx.actor);
  return prepareRedirect(cx, { fresh: true }, services);
}

/** Begins a confirmation of the caller's identity. Throws `wrong_state` for a caller with a token. */
export async function beginStaffConfirmation(
  cx: MutatingCx<StaffActor>,
  { prepared }: StaffInput<'beginStaffConfirmation'> & Prepared<PreparedSignOn>,
): Promise<SignInReply<'beginStaffConfirmation'>> {
  return insertSignOnRequest(cx, prepared, { purpose: 'confirm', staff_token_id: requireStaffSession(cx.actor) });
}

/**
 * Prepares a redirect to the provider. Runs outside a transaction, because it contacts the provider. Throws `wrong_state` if there is no
 * provider, `rate_limited`, and the errors of `providerFailure`.
 */
async function prepareRedirect(
  cx: Pick<Cx, 'db' | 'clock' | 'clientAddress'>,
  { fresh }: { fresh: boolean },
  { openId, sealer, throttle }: StaffSignOnParts,
): Promise<PreparedSignOn> {
  throttle.signOn(signInNetwork(cx), cx.clock.now());
  const provider = await findStaffProvider(cx.db);
  if (!provider) throw new Failure('wrong_state', { message: 'No identity provider is set for the staff of this host.' });
  const secrets = newSignOnSecrets();
  const { redirect_url: redirectUrl, trusted_acr: acrValues } = provider;
  try {
    const url = await openId.authorizationUrl(accessOf(sealer, provider), {
      ...secretsOf(secrets),
      redirectUrl,
      acrValues,
      fresh,
    });
    return { secrets, url };
  } catch (error) {
    throw providerFailure(error);
  }
}

type SignOnPurpose =
  | { purpose: 'sign_in' }
  | { purpose: 'link'; invitation_hash: Buffer }
  | { purpose: 'confirm'; staff_token_id: number };

async function insertSignOnRequest(
  cx: MutatingCx,
  { secrets, url }: PreparedSignOn,
  purpose: SignOnPurpose,
): Promise<WithHeaders<StaffReply<'beginStaffSignOn'>>> {
  const now = cx.clock.now();
  const expires_at = new Date(now.getTime() + WORKS_MS);
  const { stateHash, browserHash } = hashesOf(secrets);
  await insertStaffSignOn(cx.db, { ...purpose, state_hash: stateHash, browser_hash: browserHash, created_at: now, expires_at });
  return new WithHeaders({ url, expires_at }, { 'set-cookie': staffSignOnCookie(secrets.browser) });
}

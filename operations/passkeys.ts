/** Passkeys of the caller's user. */
import {
  insertPasskey,
  lockAndCountPasskeys,
  pageOfPasskeys,
  passkeysOf,
  deletePasskey as removePasskey,
  updatePasskey as writePasskey,
} from '@innkeeper/db/tables/passkeys';
import { namesForApp } from '@innkeeper/db/tables/two-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx, MutatingRequestCx, RequestCx } from '@innkeeper/domain/context';
import { newPasskeyChallenge } from '@innkeeper/domain/passkeys/challenges';
import { notifyOfPasskey } from '@innkeeper/domain/passkeys/mail';
import { requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { userHandle, verifyRegistration } from '@innkeeper/domain/passkeys/verify';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { Failure, invalid } from '@innkeeper/model/failures';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentCreation, presentPasskey } from '@innkeeper/present/passkey';
import { CommittedFailure } from '@innkeeper/present/reply';
import type { Input, Reply, Services } from './define.ts';

/** Lists the passkeys of the caller's user, oldest first. */
export async function listPasskeys(cx: RequestCx, { query }: Input<'listPasskeys'>): Promise<Reply<'listPasskeys'>> {
  const passkeys = await pageOfPasskeys(cx.db, { userId: cx.actor.userId, ...pageRequest(query) });
  return page(cx.url, query, passkeys, presentPasskey);
}

/**
 * Returns the data that a browser needs to create a passkey for the session's user. Throws `wrong_state` for an access token, for a user
 * with the maximum number of passkeys, and if passkeys are unavailable.
 */
export async function createPasskeyOptions(
  cx: MutatingRequestCx,
  _input: Input<'createPasskeyOptions'>,
  { sealer, pages }: Pick<Services, 'sealer' | 'pages'>,
): Promise<Reply<'createPasskeyOptions'>> {
  const { id, userId } = requireSession(cx.actor);
  const rp = requireRelyingParty(cx, { apiUrl: cx.url.path, pages: pages() });
  await refuseTooMany(cx, userId);
  const { issuer, email } = await namesForApp(cx.db, userId);
  return presentCreation({
    ...(await newPasskeyChallenge(cx, { purpose: 'register', userId, sessionId: id })),
    rp: { id: rp.id, name: issuer },
    user: { handle: userHandle(sealer, userId), email },
    passkeys: await passkeysOf(cx.db, userId),
  });
}

/**
 * Adds a passkey to the session's user and notifies the user by mail. Returns a `validation` failure for `credential` if the passkey is not
 * accepted.
 *
 * Throws `wrong_state` for an access token, for a user with the maximum number of passkeys, and if passkeys are unavailable.
 */
export async function createPasskey(
  cx: MutatingRequestCx,
  { body: { name, credential } }: Input<'createPasskey'>,
  { pages }: Pick<Services, 'pages'>,
): Promise<Reply<'createPasskey'>> {
  const { id: sessionId, userId } = requireSession(cx.actor);
  const rp = requireRelyingParty(cx, { apiUrl: cx.url.path, pages: pages() });
  await refuseTooMany(cx, userId);
  const made = await verifyRegistration(cx, credential, { challengeFor: { purpose: 'register', userId, sessionId }, rp });
  if (!made) return new CommittedFailure(invalid('credential', 'This passkey was not accepted. Try again.'));
  const passkey = await insertPasskey(cx.db, {
    user_id: userId,
    name,
    credential_id: made.credentialId,
    public_key: made.publicKey,
    sign_count: BigInt(made.signCount),
    transports: made.transports,
    synced: made.synced,
    created_at: cx.clock.now(),
  });
  if (!passkey) return new CommittedFailure(invalid('credential', 'This passkey was already added.'));
  await audit(cx, 'createPasskey', { kind: 'passkey', id: passkey.id }, { name });
  await notifyOfPasskey(cx, 'passkey-added', passkey);
  return presentPasskey(passkey);
}

/** Throws `wrong_state` if the user has the maximum number of passkeys. Locks the user, so none is added until the transaction ends. */
async function refuseTooMany(cx: MutatingCx, userId: number): Promise<void> {
  const max = cx.settings.passkeysPerUser;
  if ((await lockAndCountPasskeys(cx.db, userId)) >= max)
    throw new Failure('wrong_state', { message: `A user can have at most ${max} passkeys. Delete one first.` });
}

/** Renames a passkey. */
export async function updatePasskey(
  cx: MutatingCx<Customer>,
  { passkey: { id }, body: { name } }: Input<'updatePasskey'>,
): Promise<Reply<'updatePasskey'>> {
  const passkey = await writePasskey(cx.db, id, { name });
  await audit(cx, 'updatePasskey', { kind: 'passkey', id }, { name });
  return presentPasskey(passkey);
}

/**
 * Removes a passkey and notifies the user by mail. An authenticator app stays enabled, so removing a passkey does not remove the second
 * factor.
 */
export async function deletePasskey(cx: MutatingCx<Customer>, { passkey }: Input<'deletePasskey'>): Promise<void> {
  const { id, name } = passkey;
  await removePasskey(cx.db, id);
  await audit(cx, 'deletePasskey', { kind: 'passkey', id }, { name });
  await notifyOfPasskey(cx, 'passkey-removed', passkey);
}

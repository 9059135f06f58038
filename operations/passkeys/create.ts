import { insertPasskey, type Passkey } from '@innkeeper/db/tables/passkeys';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { notifyOfPasskey } from '@innkeeper/domain/passkeys/mail';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { type Attestation, verifyRegistration } from '@innkeeper/domain/passkeys/verify';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { type Failure, invalid } from '@innkeeper/model/failures';
import { refuseTooMany } from './options.ts';

/**
 * Adds a passkey to the session's user and notifies the user by mail. Returns a `validation` failure for `credential` if the passkey is not
 * accepted.
 *
 * Throws `wrong_state` for an access token, for a user with the maximum number of passkeys, and if passkeys are unavailable.
 */
export async function createPasskey(
  cx: MutatingCx<Customer>,
  { name, credential, ...where }: PasskeyPages & { name: string; credential: Attestation },
): Promise<{ passkey: Passkey } | { refused: Failure }> {
  const { id: sessionId, userId } = requireSession(cx.actor);
  const rp = requireRelyingParty(cx, where);
  await refuseTooMany(cx, userId);
  const made = await verifyRegistration(cx, credential, { challengeFor: { purpose: 'register', userId, sessionId }, rp });
  if (!made) return { refused: invalid('credential', 'This passkey was not accepted. Try again.') };
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
  if (!passkey) return { refused: invalid('credential', 'This passkey was already added.') };
  await audit(cx, 'createPasskey', { kind: 'passkey', id: passkey.id }, { name });
  await notifyOfPasskey(cx, 'passkey-added', passkey);
  return { passkey };
}

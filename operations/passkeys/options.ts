import { lockAndCountPasskeys, passkeysOf } from '@innkeeper/db/tables/passkeys';
import { namesForApp } from '@innkeeper/db/tables/two-factor';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { newPasskeyChallenge } from '@innkeeper/domain/passkeys/challenges';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { userHandle } from '@innkeeper/domain/passkeys/verify';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import type { PasskeyCreation } from '@innkeeper/present/passkey';

/**
 * Returns the data that a browser needs to create a passkey for the session's user. Throws `wrong_state` for an access token, for a user
 * with the maximum number of passkeys, and if passkeys are unavailable.
 */
export async function createPasskeyOptions(
  cx: MutatingCx<Customer>,
  { sealer, ...where }: PasskeyPages & { sealer: Sealer },
): Promise<PasskeyCreation> {
  const { id, userId } = requireSession(cx.actor);
  const rp = requireRelyingParty(cx, where);
  await refuseTooMany(cx, userId);
  const { issuer, email } = await namesForApp(cx.db, userId);
  return {
    ...(await newPasskeyChallenge(cx, { purpose: 'register', userId, sessionId: id })),
    rp: { id: rp.id, name: issuer },
    user: { handle: userHandle(sealer, userId), email },
    passkeys: await passkeysOf(cx.db, userId),
  };
}

/** Throws `wrong_state` if the user has the maximum number of passkeys. Locks the user, so none is added until the transaction ends. */
export async function refuseTooMany(cx: MutatingCx, userId: number): Promise<void> {
  const max = cx.settings.passkeysPerUser;
  if ((await lockAndCountPasskeys(cx.db, userId)) >= max)
    throw new Failure('wrong_state', { message: `A user can have at most ${max} passkeys. Delete one first.` });
}

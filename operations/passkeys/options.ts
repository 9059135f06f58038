import { countPasskeysHeld, passkeysOf } from '@innkeeper/db/tables/passkeys';
import { namesForApp } from '@innkeeper/db/tables/two-factor';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { newPasskeyChallenge } from '@innkeeper/domain/passkeys/challenges';
import { type PasskeyPages, requireRelyingParty } from '@innkeeper/domain/passkeys/relying-party';
import { userHandle } from '@innkeeper/domain/passkeys/verify';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import { Failure } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';

export interface PasskeyCreation {
  challenge: string;
  expiresAt: Date;
  rp: { id: string; name: string };
  user: { handle: string; email: string };
  /** Beside which none is made. */
  passkeys: Awaited<ReturnType<typeof passkeysOf>>;
}

/**
 * What a browser needs to make a passkey for the user of the session. Throws `wrong_state` for an access token, for who has as many as one may
 * have, and where there can be no passkeys.
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

/** None are made until the transaction ends. */
export async function refuseTooMany(cx: MutatingCx, userId: number): Promise<void> {
  const most = cx.settings.passkeysPerUser;
  if ((await countPasskeysHeld(cx.db, userId)) >= most)
    throw new Failure('wrong_state', { message: `A user can have at most ${most} passkeys. Delete one first.` });
}

import { insertTotp } from '@innkeeper/db/tables/two-factor';
import { INVALID_CODE, sealTotpSecret } from '@innkeeper/domain/access/second-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure, invalid } from '@innkeeper/model/failures';
import type { Sealer } from '@innkeeper/model/sealing';
import { fromBase32, matchingStep } from '@innkeeper/model/totp';

export interface EnableTwoFactor {
  /** Code of 6 digits. */
  otp: string;
  /** Secret in Base32. */
  secret_key: string;
}

/**
 * Stores the sealed secret of an authenticator app. The code that proves the secret cannot be used again. Throws `wrong_state` if a secret
 * is already stored, and `validation` for a wrong code.
 */
export async function enableTwoFactor(
  cx: MutatingCx<Customer>,
  { otp, secret_key, sealer }: EnableTwoFactor & { sealer: Sealer },
): Promise<void> {
  const { userId } = cx.actor;
  const now = cx.clock.now();
  const secret = fromBase32(secret_key);
  const step = matchingStep(secret, otp, now);
  if (step === undefined) throw invalid('otp', INVALID_CODE);
  const sealed = sealTotpSecret(sealer, userId, secret);
  const inserted = await insertTotp(cx.db, { user_id: userId, secret: sealed, last_step: BigInt(step), enabled_at: now });
  if (!inserted) throw new Failure('wrong_state', { message: 'Two-factor authentication is already enabled.' });
  await audit(cx, 'enableTwoFactor', { kind: 'user', id: userId });
}

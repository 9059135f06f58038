import { deleteTotp } from '@innkeeper/db/tables/two-factor';
import { takeSecondFactor } from '@innkeeper/domain/access/second-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { Sealer } from '@innkeeper/model/sealing';

/**
 * Forgets the secret and the recovery codes. `otp`: of the app, or a recovery code, since who has lost the app can enable another one only
 * after this. Throws what `takeSecondFactor` throws.
 */
export async function disableTwoFactor(
  cx: MutatingCx<Customer>,
  { otp, sealer }: { otp: string; sealer: Sealer },
): Promise<void> {
  const { userId } = cx.actor;
  await takeSecondFactor(cx, sealer, { userId, otp, recovery: true });
  await deleteTotp(cx.db, userId);
  await audit(cx, 'disableTwoFactor', { kind: 'user', id: userId });
}

import { deleteTotp } from '@innkeeper/db/tables/two-factor';
import { verifySecondFactor } from '@innkeeper/domain/access/second-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { Sealer } from '@innkeeper/model/sealing';

/**
 * Deletes the secret and the recovery codes. `otp` is a code of the app or a recovery code. A user who has lost the app disables it with a
 * recovery code before enabling another one. Throws the errors of `verifySecondFactor`.
 */
export async function disableTwoFactor(
  cx: MutatingCx<Customer>,
  { otp, sealer }: { otp: string; sealer: Sealer },
): Promise<void> {
  const { userId } = cx.actor;
  await verifySecondFactor(cx, sealer, { userId, otp, recovery: true });
  await deleteTotp(cx.db, userId);
  await audit(cx, 'disableTwoFactor', { kind: 'user', id: userId });
}

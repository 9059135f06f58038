import { proveTotp, replaceRecoveryCodes } from '@innkeeper/db/tables/two-factor';
import { hashRecoveryCode, requireJustEnabled, verifySecondFactor } from '@innkeeper/domain/access/second-factor';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { newRecoveryCodes } from '@innkeeper/model/recovery-codes';
import type { Sealer } from '@innkeeper/model/sealing';

/**
 * Replaces the recovery codes of the user with new ones, such as `7d2f-90ab-c4e1`. In a session, the code also proves an app that a token
 * enabled. The session that has just enabled the app needs no code. Throws like `verifySecondFactor` and `requireJustEnabled`.
 */
export async function createRecoveryCodes(
  cx: MutatingCx<Customer>,
  { otp, sealer }: { otp?: string | undefined; sealer: Sealer },
): Promise<string[]> {
  const { userId } = cx.actor;
  if (otp === undefined) await requireJustEnabled(cx);
  else await verifySecondFactor(cx, sealer, { userId, otp });
  if (cx.actor.kind === 'session') await proveTotp(cx.db, userId);
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(sealer, userId, code));
  await replaceRecoveryCodes(cx.db, { userId, hashes, now: cx.clock.now() });
  await audit(cx, 'createRecoveryCodes', { kind: 'user', id: userId }, { codes: codes.length });
  return codes;
}

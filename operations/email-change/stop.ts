import { updateEmailChange } from '@innkeeper/db/tables/email-changes';
import { firstAccountOf } from '@innkeeper/db/tables/sign-in';
import type { Actor } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { lockEmailChangeOf, noSuchEmailChange } from '@innkeeper/domain/email-change/by-secret';
import type { SignInThrottle } from '@innkeeper/domain/sign-in/throttle';

/**
 * Stops an email change. Has no effect on a change that was already stopped or replaced. Throws `validation` for `secret` if the change is
 * already complete, and the errors of `lockEmailChangeOf`.
 */
export async function stopEmailChange(cx: MutatingCx<Actor>, input: { secret: string; throttle: SignInThrottle }): Promise<void> {
  const { change, side, user } = await lockEmailChangeOf(cx, input);
  if (change.outcome === 'changed') throw noSuchEmailChange();
  if (change.outcome !== null) return;
  await updateEmailChange(cx.db, change.id, { outcome: 'stopped' });
  const accountId = (await firstAccountOf(cx.db, user.id)) ?? null;
  const actor = { kind: 'visitor', accountId, userId: user.id } as const;
  const details = { email: change.email, by: side, from: cx.clientAddress ?? '' };
  await audit({ ...cx, actor }, 'stopEmailChange', { kind: 'user', id: user.id }, details);
}

import { findIdentityProvider } from '@innkeeper/db/tables/identity-providers';
import { findMember } from '@innkeeper/db/tables/members';
import { lockSession, rotateSession } from '@innkeeper/db/tables/sessions';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import type { StartedSession } from '@innkeeper/domain/sign-in/start-session';
import { Failure, invalid } from '@innkeeper/model/failures';

/**
 * From now on the session acts in another account of its user, under another secret. Throws `wrong_state` for an access token, and
 * `validation` for an account of which the user is no member, `single_sign_on_required` for one whose identity provider it asks for.
 */
export async function updateSession(cx: MutatingCx<Customer>, { account_id }: { account_id: number }): Promise<StartedSession> {
  const { id, userId } = requireSession(cx.actor);
  const member = await findMember(cx.db, { accountId: account_id, userId });
  if (!member) throw invalid('account_id', 'Must be one of your accounts.');
  const provider = await findIdentityProvider(cx.db, account_id);
  if (provider?.required && member.role !== 'owner') throw new Failure('single_sign_on_required');
  if (!(await lockSession(cx.db, id))) throw new Failure('unauthenticated');
  const changed = await rotateSession(cx.db, { id, account_id, now: cx.clock.now() });
  const actor = { ...cx.actor, accountId: account_id };
  await audit({ ...cx, actor }, 'updateSession', { kind: 'session', id }, { account_id });
  return changed;
}

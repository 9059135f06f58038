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
 * Switches the session to another account of its user and gives it a new secret.
 *
 * Throws `wrong_state` for an access token, `validation` for an account that the user is not a member of, and `single_sign_on_required` for
 * an account that requires its identity provider.
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

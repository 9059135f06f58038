import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { beginMemberChange } from '@innkeeper/domain/members/change';
import { requireSession } from '@innkeeper/domain/sign-in/current-session';
import type { BegunSignOn } from '@innkeeper/present/identity-provider';
import type { PreparedSignOn } from './prepare.ts';
import { redirect } from './redirect.ts';

/** Begins a test sign-in. Throws `wrong_state` for an access token, and the errors of `beginMemberChange`. */
export async function testIdentityProvider(cx: MutatingCx<Customer>, input: { prepared: PreparedSignOn }): Promise<BegunSignOn> {
  const { id: sessionId } = requireSession(cx.actor);
  await beginMemberChange(cx, 'manage-members');
  await audit(cx, 'testIdentityProvider', { kind: 'identity_provider', id: input.prepared.provider.id });
  return redirect(cx, input.prepared, { purpose: 'test', sessionId });
}

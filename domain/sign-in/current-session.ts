import { Failure } from '@innkeeper/model/failures';
import type { Actor, Customer, SessionActor } from '../actor.ts';

/** Throws `wrong_state` if the caller uses an access token. */
export function requireSession(actor: Customer): SessionActor {
  if (actor.kind !== 'session') throw new Failure('wrong_state', { message: 'This operation needs a session. Sign in first.' });
  return actor;
}

/** Message for operations that a session opened by an identity provider cannot use. */
export const PROVIDER_SESSION =
  'Your single sign-on session is limited to one account. Sign in with your password for this operation.';

/** Throws `out_of_scope` in a session that an identity provider opened. For operations about the user beyond the account. */
export function refuseProviderSession(actor: Actor): void {
  if (actor.kind !== 'session' || actor.identityProviderId === null) return;
  throw new Failure('out_of_scope', { message: PROVIDER_SESSION });
}

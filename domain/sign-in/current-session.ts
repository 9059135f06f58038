import { Failure } from '@innkeeper/model/failures';
import type { Actor, Customer, SessionActor } from '../actor.ts';

/** Throws `wrong_state` for the caller of an access token. */
export function requireSession(actor: Customer): SessionActor {
  if (actor.kind !== 'session') throw new Failure('wrong_state', { message: 'Only somebody who is signed in can do this.' });
  return actor;
}

/** Sentence of a refusal in a session that an identity provider has opened. */
export const PROVIDER_SESSION =
  'You have signed in by the identity provider of an account, for that account alone. Please sign in by your password for this.';

/** For what is about the user beyond the account. Throws `out_of_scope` in a session that an identity provider has opened. */
export function refuseProviderSession(actor: Actor): void {
  if (actor.kind !== 'session' || actor.identityProviderId === null) return;
  throw new Failure('out_of_scope', { message: PROVIDER_SESSION });
}

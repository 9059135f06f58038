import { Failure } from '@innkeeper/model/failures';
import type { Customer, SessionActor } from '../actor.ts';

/** Throws `wrong_state` for the caller of an access token. */
export function requireSession(actor: Customer): SessionActor {
  if (actor.kind !== 'session') throw new Failure('wrong_state', { message: 'Only somebody who is signed in can do this.' });
  return actor;
}

/**
 * Protects sensitive operations against stolen sessions: the user or staff member must have authenticated recently. Access tokens belong to
 * programs and are exempt.
 */

import { Failure } from '@innkeeper/model/failures';
import { minutes } from '@innkeeper/model/time/clock';
import type { Actor } from '../actor.ts';
import type { Cx } from '../context.ts';

const RECENT_MS = minutes(15);

/** Returns a time that counts as not recent. For sessions whose user authenticated elsewhere at an unknown time. */
export const staleAuthenticationTime = (now: Date): Date => new Date(now.getTime() - RECENT_MS - 1_000);

/** Throws `reauthentication_required` if the last authentication is older than 15 minutes. */
export function requireRecentAuthentication({ actor, clock }: Pick<Cx, 'clock'> & { readonly actor: Actor }): void {
  const provenAt = 'authenticatedAt' in actor ? actor.authenticatedAt : undefined;
  if (provenAt && clock.now().getTime() - provenAt.getTime() > RECENT_MS) throw new Failure('reauthentication_required');
}

/**
 * Refuses operations that concern the user beyond one account if an identity provider opened the session. contract/single-sign-on.ts lists
 * these operations.
 */
import { isAllowedByProvider } from '@innkeeper/contract/single-sign-on';
import { refuseProviderSession } from '@innkeeper/domain/sign-in/current-session';
import type { Guard, Route } from '../request/context.ts';

export function singleSignOn({ name }: Route): Guard {
  if (isAllowedByProvider(name)) return () => undefined;
  return ({ caller }) => {
    if (caller) refuseProviderSession(caller);
    return undefined;
  };
}

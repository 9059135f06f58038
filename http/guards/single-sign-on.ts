/** A session that an identity provider has opened is for its account alone (contract/single-sign-on.ts). */
import { isByProvider } from '@innkeeper/contract/single-sign-on';
import { refuseProviderSession } from '@innkeeper/domain/sign-in/current-session';
import type { Guard, Route } from '../request/context.ts';

export function singleSignOn({ name }: Route): Guard {
  if (isByProvider(name)) return () => undefined;
  return ({ caller }) => {
    if (caller) refuseProviderSession(caller);
    return undefined;
  };
}

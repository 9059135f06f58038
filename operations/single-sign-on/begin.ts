import type { Actor } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import type { BegunSignOn } from '@innkeeper/present/identity-provider';
import type { PreparedSignOn } from './prepare.ts';
import { redirect } from './redirect.ts';

/** Begins a sign-in with a provider. `prepareSignOn` has already contacted the provider, before the transaction. */
export function beginSingleSignOn(cx: MutatingCx<Actor>, input: { prepared: PreparedSignOn }): Promise<BegunSignOn> {
  return redirect(cx, input.prepared, { purpose: 'sign_in' });
}

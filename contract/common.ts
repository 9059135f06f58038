/** Failures that follow from the shape of an entry, so that entries list only the failures of their own rules. */
import type { FailureCode } from '@innkeeper/model/failures';
import { ROLES } from '@innkeeper/model/people/roles';
import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import { isMutation, type Operation } from './define.ts';
import { rolesOf } from './roles.ts';

/** Failures of every operation: too many requests, unknown query parameters, temporary problems. */
const UNIVERSAL_FAILURES: readonly FailureCode[] = [
  ...(['validation', 'rate_limited', 'internal', 'unavailable', 'insecure_transport', 'unknown_proxy'] as const),
  // While the installation recovers from a restore, all changes fail, and also reads in a session or by staff.
  'recovering',
];

/** Returns the failures that guards cause. They check token, owner, lock, state, rate, idempotency key and body. */
export function commonFailures(entry: Operation): FailureCode[] {
  const found = new Set(UNIVERSAL_FAILURES);
  if (!entry.anonymous) found.add('unauthenticated');
  // Every token has the ability to read.
  if (!entry.anonymous && entry.ability !== 'read') found.add('ability_missing');
  if (rolesOf(entry).length < ROLES.length) found.add('insufficient_role');
  if (isMutation(entry) && !entry.anonymous) found.add('account_suspended');
  // Only requests with the cookie of a session can fail with this code.
  if (entry.method !== 'GET') found.add('foreign_origin');
  if (entry.requiresReauthentication) found.add('reauthentication_required');
  if (!allowsServerScopedTokens(entry) || isOfAccount(entry)) found.add('out_of_scope');
  if (entry.params) found.add('not_found');
  if (isOfAccount(entry)) found.add('not_yours');
  if (entry.createsOrder) found.add('payment_disputed').add('spending_cap');
  if (entry.locks) found.add('locked');
  if (entry.requires) found.add('wrong_state');
  if (takesIdempotencyKey(entry)) found.add('idempotency_mismatch').add('idempotency_running');
  // A request without an expected body can also fail with this code, because its body is read too.
  if (entry.method !== 'GET') found.add('payload_too_large');
  return [...found];
}

/** Returns whether the path names a resource that an account owns. Plans belong to no account. */
function isOfAccount({ resources }: Operation): boolean {
  return resources?.some(({ kind }) => kind !== 'plan') === true;
}

/** Resource kinds that a server-scoped token may access, as the first resource of a path. */
const SERVER_RESOURCES: readonly ResourceKind[] = ['server', 'ip_address', 'snapshot', 'backup', 'operation'];

/** Returns whether a server-scoped token may use the operation. The operation must concern a server or show public data. */
export function allowsServerScopedTokens({ anonymous, resources, catalogue }: Operation): boolean {
  const [first] = resources ?? [];
  return anonymous === true || catalogue === true || (first !== undefined && SERVER_RESOURCES.includes(first.kind));
}

/**
 * Returns whether the operation accepts an idempotency key, so that a change can be repeated safely. A reply with a file is never stored
 * for a repeat. An anonymous request has no account for which a key could be stored.
 */
export function takesIdempotencyKey({ method, reply, anonymous }: Operation): boolean {
  return anonymous !== true && method !== 'GET' && reply.contentType === undefined;
}

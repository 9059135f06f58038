/** The failures that follow from an entry's shape, so that entries name only those of their own rules. */
import type { FailureCode } from '@innkeeper/model/failures';
import type { ResourceKind } from '@innkeeper/model/path-resources';
import { ROLES } from '@innkeeper/model/roles';
import { changes, type Operation } from './define.ts';
import { rolesOf } from './roles.ts';

/** Any operation can be asked too often, with a query that it does not know, or at a bad moment. */
const ALWAYS: readonly FailureCode[] = ['validation', 'rate_limited', 'internal', 'unavailable', 'insecure_transport'];

/** The failures that come from guards: token, owner, lock, state, rate, idempotency, body. */
export function commonFailures(entry: Operation): FailureCode[] {
  const found = new Set(ALWAYS);
  if (!entry.anonymous) found.add('unauthenticated');
  // Every token may read.
  if (!entry.anonymous && entry.ability !== 'read') found.add('ability_missing');
  if (rolesOf(entry).length < ROLES.length) found.add('insufficient_role');
  if (changes(entry) && !entry.anonymous) found.add('account_suspended');
  // Of requests with a session's cookie.
  if (entry.method !== 'GET') found.add('foreign_origin');
  if (entry.recent) found.add('reauthentication_required');
  if (!isForBoundTokens(entry) || isOfAccount(entry)) found.add('out_of_scope');
  if (entry.params) found.add('not_found');
  if (isOfAccount(entry)) found.add('not_yours');
  if (entry.makesOrder) found.add('payment_disputed').add('spending_cap');
  if (entry.locks) found.add('locked');
  if (entry.requires) found.add('wrong_state');
  if (takesIdempotencyKey(entry)) found.add('idempotency_mismatch').add('idempotency_running');
  // A body where none belongs is read and refused too.
  if (entry.method !== 'GET') found.add('payload_too_large');
  return [...found];
}

/** Whether the path names something that an account owns. Plans are everybody's. */
function isOfAccount({ resources }: Operation): boolean {
  return resources?.some(({ kind }) => kind !== 'plan') === true;
}

/** What a path begins with that is about a server. */
const OF_SERVERS: readonly ResourceKind[] = ['server', 'ip_address', 'snapshot', 'backup', 'operation'];

/** Whether a token that is for certain servers may ask: for what is about a server, and for what everybody may know. */
export function isForBoundTokens({ anonymous, resources, catalogue }: Operation): boolean {
  const [first] = resources ?? [];
  return anonymous === true || catalogue === true || (first !== undefined && OF_SERVERS.includes(first.kind));
}

/** Every change can be sent again safely. A file is never stored for a repeat, so there the key has no effect; nor has it where no account is known that it would belong to. */
export function takesIdempotencyKey({ method, reply, anonymous }: Operation): boolean {
  return anonymous !== true && method !== 'GET' && reply.contentType === undefined;
}

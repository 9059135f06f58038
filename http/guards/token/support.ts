/**
 * Authenticates staff members inside an account.
 *
 * Their tokens have their own prefix and table and are looked up for each request, without a cache. After the account ends its consent, the
 * next request is therefore refused.
 */
import { createHash } from 'node:crypto';
import { findSupport, recordSupportUse } from '@innkeeper/domain/access/support';
import type { Cx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';
import type { Clock } from '@innkeeper/model/time/clock';
import type { BackgroundTasks } from '../../log/background-tasks.ts';
import type { Guard, RequestContext } from '../../request/context.ts';
import { type RecoveryState, refuseStaffInRecovery } from '../recovering.ts';

const SCHEME = 'Bearer '.length;
const PREFIX = 'ika_';

interface SupportGuardOptions {
  db: Cx['db'];
  clock: Clock;
  background: BackgroundTasks;
  recovery: RecoveryState;
}

/**
 * Returns a guard that authenticates support tokens, and passes every other request to `customers`. The guard sets the caller, or throws
 * `unauthenticated` or `recovering`.
 */
export function withSupportTokens(customers: Guard, { db, clock, background, recovery }: SupportGuardOptions): Guard {
  const admit = async (context: RequestContext, token: string): Promise<undefined> => {
    const use = { now: clock.now(), from: context.client.address };
    const found = await findSupport(db, createHash('sha256').update(token).digest(), use);
    if (!found) throw new Failure('unauthenticated');
    refuseStaffInRecovery(recovery);
    context.caller = found.actor;
    // The guard in guards/support.ts checks the scope of the access.
    context.abilities = ['read', 'write'];
    context.suspended = found.suspended;
    context.closing = found.closing;
    background.run('note the use of an access of support', recordSupportUse(db, found, use));
    return undefined;
  };
  return (context) => {
    const { authorization } = context.request.headers;
    if (authorization === undefined || !authorization.startsWith(PREFIX, SCHEME)) return customers(context);
    return admit(context, authorization.slice(SCHEME).trimEnd());
  };
}

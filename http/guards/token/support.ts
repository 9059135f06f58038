/**
 * Authenticates somebody of the staff inside an account. Such tokens have a prefix and a table of their own and are looked up at each request, without a
 * cache: when the account ends its consent, the next request is refused.
 */
import { createHash } from 'node:crypto';
import { findSupport, noteSupportUse } from '@innkeeper/domain/access/support';
import type { Cx } from '@innkeeper/domain/context';
import type { Clock } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { BackgroundTasks } from '../../background-tasks.ts';
import type { Guard, RequestContext } from '../../request/context.ts';

const SCHEME = 'Bearer '.length;
const PREFIX = 'ika_';

interface SupportGuardOptions {
  db: Cx['db'];
  clock: Clock;
  background: BackgroundTasks;
}

/** Has `customers` judge every other request. Sets the caller, or throws `unauthenticated`. */
export function orSupport(customers: Guard, { db, clock, background }: SupportGuardOptions): Guard {
  const admit = async (context: RequestContext, token: string): Promise<undefined> => {
    const use = { now: clock.now(), from: context.client.address };
    const found = await findSupport(db, createHash('sha256').update(token).digest(), use);
    if (!found) throw new Failure('unauthenticated');
    context.caller = found.actor;
    // The scope is judged by a guard of its own.
    context.abilities = ['read', 'write'];
    context.suspended = found.suspended;
    context.closing = found.closing;
    background.run('note the use of an access of support', noteSupportUse(db, found, use));
    return undefined;
  };
  return (context) => {
    const { authorization } = context.request.headers;
    if (authorization === undefined || !authorization.startsWith(PREFIX, SCHEME)) return customers(context);
    return admit(context, authorization.slice(SCHEME).trimEnd());
  };
}

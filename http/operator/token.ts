/**
 * Authenticates one of the staff, by a token or the cookie of a session. Only those of staff are looked up here, and never elsewhere, so that none of a
 * customer can be taken for one. There is no cache: who is disabled is out with the next request.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { OperatorRoute } from '@innkeeper/contract/operator/routes';
import { findStaff, noteStaffTokenUse } from '@innkeeper/domain/access/staff';
import type { Cx } from '@innkeeper/domain/context';
import { requireRecent } from '@innkeeper/domain/sign-in/recent';
import type { Clock } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { BackgroundTasks } from '../background-tasks.ts';
import { type OriginOptions, requireOurPage } from '../guards/origin.ts';
import { show } from '../guards/rate.ts';
import type { Bucket } from '../guards/rate-buckets.ts';
import type { Guard } from '../request/context.ts';
import { staffSessionIn } from './cookie.ts';

const BEARER = /^Bearer +(iks_[0-9A-Za-z]{40}) *$/i;

export interface StaffGuardOptions extends OriginOptions {
  db: Cx['db'];
  clock: Clock;
  background: BackgroundTasks;
}

/** Sets the person, or throws `unauthenticated`, and `foreign_origin` for a change by a page that is not ours. */
export function staffToken({ db, clock, background, isOurs }: StaffGuardOptions): Guard {
  return async (context) => {
    const given = givenIn(context.request.headers);
    if (given.hash === undefined) throw new Failure('unauthenticated');
    const use = { now: clock.now(), from: context.client.address };
    const found = await findStaff(db, { kind: given.kind, hash: given.hash }, use);
    if (!found) throw new Failure('unauthenticated');
    if (given.kind === 'session' && !['GET', 'HEAD'].includes(context.request.method))
      requireOurPage(context, { isOurs, byCookie: true });
    context.staff = found.actor;
    background.run('note the use of a token of the staff', noteStaffTokenUse(db, found, use));
    return undefined;
  };
}

/** A token is a program's, which means it; a cookie comes by itself, so it counts only without one. */
function givenIn({ authorization, cookie }: IncomingHttpHeaders): { kind: 'token' | 'session'; hash: Buffer | undefined } {
  if (authorization === undefined) return { kind: 'session', hash: staffSessionIn(cookie) };
  const token = BEARER.exec(authorization)?.[1];
  return { kind: 'token', hash: token === undefined ? undefined : createHash('sha256').update(token).digest() };
}

/** Counts the requests of each person. */
export function staffBucket(take: Bucket): Guard {
  return async ({ staff, reply }) => show(reply, await take(String(staff?.id)));
}

/** Throws `insufficient_role`. */
export function staffRole({ roles }: OperatorRoute): Guard {
  return ({ staff }) => {
    if (staff && roles.includes(staff.role)) return undefined;
    throw new Failure('insufficient_role', {
      message: `Your role does not allow this operation. It needs one of these roles: ${roles.join(', ')}.`,
    });
  };
}

/** Throws `reauthentication_required` for a session whose person has proven nothing for a while. */
export function staffRecent({ recent }: OperatorRoute, clock: Clock): Guard {
  if (!recent) return () => undefined;
  return ({ staff: actor }) => {
    if (actor) requireRecent({ actor, clock });
    return undefined;
  };
}

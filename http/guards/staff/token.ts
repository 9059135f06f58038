/**
 * Authenticates a staff member by a token or session cookie.
 *
 * Only staff credentials are looked up here, and nowhere else, so that a customer can never be taken for a staff member. Nothing is cached,
 * so a disabled person is refused from the next request.
 */
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { OperatorRoute } from '@innkeeper/contract/operator/routes';
import { findStaff, recordStaffTokenUse } from '@innkeeper/domain/access/staff';
import type { Cx } from '@innkeeper/domain/context';
import { requireRecentAuthentication } from '@innkeeper/domain/sign-in/recent-authentication';
import { Failure } from '@innkeeper/model/failures';
import type { Clock } from '@innkeeper/model/time/clock';
import { staffSessionIn } from '@innkeeper/present/session-cookie.staff';
import type { BackgroundTasks } from '../../log/background-tasks.ts';
import type { Guard } from '../../request/context.ts';
import { type OriginOptions, requireOurPage } from '../origin.ts';
import { applyRateLimit } from '../rate.ts';
import type { Bucket } from '../rate-buckets.ts';
import { type RecoveryState, refuseStaffInRecovery } from '../recovering.ts';

const BEARER = /^Bearer +(iks_[0-9A-Za-z]{40}) *$/i;

export interface StaffGuardOptions extends OriginOptions {
  db: Cx['db'];
  clock: Clock;
  background: BackgroundTasks;
  recovery: RecoveryState;
}

/** Sets the person. Throws `unauthenticated`, `recovering`, or `foreign_origin` for a change from another page. */
export function staffToken({ db, clock, background, recovery, isOurs }: StaffGuardOptions): Guard {
  return async (context) => {
    const given = presentedCredential(context.request.headers);
    if (given.hash === undefined) throw new Failure('unauthenticated');
    const use = { now: clock.now(), from: context.client.address };
    const found = await findStaff(db, { kind: given.kind, hash: given.hash }, use);
    if (!found) throw new Failure('unauthenticated');
    refuseStaffInRecovery(recovery);
    if (given.kind === 'session' && !['GET', 'HEAD'].includes(context.request.method))
      requireOurPage(context, { isOurs, byCookie: true });
    context.staff = found.actor;
    background.run('note the use of a token of the staff', recordStaffTokenUse(db, found, use));
    return undefined;
  };
}

/**
 * Returns the presented credential. Programs send tokens on purpose, but browsers send cookies by themselves. A cookie therefore counts
 * only without a token.
 */
function presentedCredential({ authorization, cookie }: IncomingHttpHeaders): {
  kind: 'token' | 'session';
  hash: Buffer | undefined;
} {
  if (authorization === undefined) return { kind: 'session', hash: staffSessionIn(cookie) };
  const token = BEARER.exec(authorization)?.[1];
  return { kind: 'token', hash: token === undefined ? undefined : createHash('sha256').update(token).digest() };
}

/** Counts the requests of each person. */
export function staffBucket(take: Bucket, onRefused: () => void): Guard {
  return async ({ staff, reply }) => applyRateLimit(reply, await take(String(staff?.id)), onRefused);
}

/** Checks the role of the person. Throws `insufficient_role`. */
export function staffRole({ roles }: OperatorRoute): Guard {
  return ({ staff }) => {
    if (staff && roles.includes(staff.role)) return undefined;
    throw new Failure('insufficient_role', {
      message: `Your role does not allow this operation. It needs one of these roles: ${roles.join(', ')}.`,
    });
  };
}

/** Checks that the session was recently authenticated. Throws `reauthentication_required`. */
export function staffRecentAuthentication({ requiresReauthentication }: OperatorRoute, clock: Clock): Guard {
  if (!requiresReauthentication) return () => undefined;
  return ({ staff: actor }) => {
    if (actor) requireRecentAuthentication({ actor, clock });
    return undefined;
  };
}

/**
 * Authenticates one of the staff. Only tokens of staff are looked up here, and never elsewhere, so that no token of a customer can be taken
 * for one. There is no cache: who is disabled is out with the next request.
 */
import { createHash } from 'node:crypto';
import type { OperatorRoute } from '@innkeeper/contract/operator/routes';
import { findStaff, noteStaffTokenUse } from '@innkeeper/domain/access/staff';
import type { Cx } from '@innkeeper/domain/context';
import type { Clock } from '@innkeeper/model/clock';
import { Failure } from '@innkeeper/model/failures';
import type { BackgroundTasks } from '../background-tasks.ts';
import { show } from '../guards/rate.ts';
import type { Bucket } from '../guards/rate-buckets.ts';
import type { Guard } from '../request/context.ts';

const BEARER = /^Bearer +(iks_[0-9A-Za-z]{40}) *$/i;

export interface StaffGuardOptions {
  db: Cx['db'];
  clock: Clock;
  background: BackgroundTasks;
}

/** Sets the person, or throws `unauthenticated`. */
export function staffToken({ db, clock, background }: StaffGuardOptions): Guard {
  return async (context) => {
    const given = BEARER.exec(context.request.headers.authorization ?? '')?.[1];
    if (given === undefined) throw new Failure('unauthenticated');
    const use = { now: clock.now(), from: context.client.address };
    const found = await findStaff(db, createHash('sha256').update(given).digest(), use);
    if (!found) throw new Failure('unauthenticated');
    context.staff = found.actor;
    background.run('note the use of a token of the staff', noteStaffTokenUse(db, found, use));
    return undefined;
  };
}

/** Counts the requests of each person. */
export function staffBucket(take: Bucket): Guard {
  return async ({ staff, reply }) => show(reply, await take(String(staff?.id)));
}

/** Throws `insufficient_role`. */
export function staffRole({ roles }: OperatorRoute): Guard {
  return ({ staff }) => {
    if (staff && roles.includes(staff.role)) return undefined;
    throw new Failure('insufficient_role', { message: `Your role does not allow this. It is for: ${roles.join(', ')}.` });
  };
}

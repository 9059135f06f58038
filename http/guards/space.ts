/** Refuses customers' changes while the host has almost no disk space left, so that the database can still write what the staff needs. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';
import { isReadMethod } from './recovering.ts';

/** State of the space of the home. `isShort` returns true while customers' changes are refused. */
export interface SpaceGuardState {
  isShort(): boolean;
}

const RETRY_SECONDS = 60;
const MESSAGE = 'The host has no disk space left. Nothing was changed.';

/** Returns a guard for every request except those of the staff, who must free space. It runs before the caller is identified, so nothing is written. */
export function refuseChangesWithoutSpace(space: SpaceGuardState): Guard {
  return ({ request }) => {
    if (!isReadMethod(request.method) && space.isShort()) throw withoutSpace();
    return undefined;
  };
}

/** Returns the failure of a request that needs disk space. `cause` is the error of the write that failed, if there was one. */
export function withoutSpace(cause?: unknown): Failure {
  return new Failure('unavailable', { message: MESSAGE, retryAfter: RETRY_SECONDS, ...(cause !== undefined && { cause }) });
}

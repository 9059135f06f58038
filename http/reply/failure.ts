/** Converts any error to the failure that the customer reads. Details for the operator go to the log (`replies.ts`). */

import { isDatabaseUnavailable } from '@innkeeper/db/transaction';
import { FAILURE_CODES, Failure, invalid } from '@innkeeper/model/failures';
import { iso } from '@innkeeper/present/time';
import { withoutSpace } from '../guards/space.ts';
import type { ReplyHead } from '../request/context.ts';
import { STATUS } from './status.ts';

/** `Retry-After` in seconds while the database or this process restarts. */
const UNAVAILABLE_RETRY_SECONDS = 5;
/** Codes of PostgreSQL and of Node for a full disk, whose transaction was rolled back. */
const DISK_FULL_CODES: ReadonlySet<string> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

/** Converts any error to a failure. An error that is neither caused by the request nor temporary is `internal`. */
export function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Failure('payload_too_large');
  if (code === 'FST_ERR_BAD_URL' || code === 'FST_ERR_MAX_PARAM_LENGTH') return new Failure('unknown_path');
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP_')) return invalid('body', 'The request body cannot be read.');
  // The client disconnected while its body was read, or announced a wrong length.
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
    return invalid('body', 'The request body ended before its Content-Length.');
  if (typeof code === 'string' && DISK_FULL_CODES.has(code)) return withoutSpace(error);
  if (isDatabaseUnavailable(error)) return new Failure('unavailable', { cause: error });
  return new Failure('internal', { cause: error });
}

/** Sets the status and headers of a failure and returns its body. Guards have set the request id and the rate limit headers. */
export function refusalBody(reply: ReplyHead, requestId: string, failure: Failure): string {
  const status = STATUS[failure.code];
  reply.code(status).header('content-type', 'application/json; charset=utf-8');
  const retryAfter = retryAfterOf(failure);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (status === 401) reply.header('www-authenticate', challengeOf(failure));
  return JSON.stringify(bodyOf(failure, status, requestId, retryAfter));
}

function bodyOf({ code, message, details }: Failure, status: number, requestId: string, retryAfter: number | undefined): object {
  const body = { message: code === 'internal' ? FAILURE_CODES.internal : message, code, request_id: requestId };
  if (status === 422) return { message: body.message, errors: details.errors ?? {}, code, request_id: requestId };
  if (status === 423) {
    const lockedAt = details.lockedAt ? iso(details.lockedAt) : null;
    return { ...body, lock_reason: details.lockReason ?? null, locked_at: lockedAt, retry_after: retryAfter };
  }
  if (status === 429) return { ...body, retry_after: retryAfter };
  return body;
}

function retryAfterOf({ code, details }: Failure): number | undefined {
  if (details.retryAfter !== undefined) return details.retryAfter;
  if (code === 'locked' || code === 'unavailable' || code === 'rate_limited') return UNAVAILABLE_RETRY_SECONDS;
  return code === 'idempotency_running' ? 1 : undefined;
}

function challengeOf({ code }: Failure): string {
  return code === 'ability_missing' ? 'Bearer realm="api", error="insufficient_scope"' : 'Bearer realm="api"';
}

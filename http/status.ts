/** The only place where a status code is chosen for a refusal. */
import type { FailureCode } from '@innkeeper/model/failures';

export const STATUS: Record<FailureCode, number> = {
  unauthenticated: 401,
  ability_missing: 401,
  not_yours: 403,
  foreign_origin: 403,
  not_found: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  validation: 422,
  wrong_state: 422,
  insufficient_funds: 422,
  unpaid_limit: 422,
  no_capacity: 422,
  idempotency_mismatch: 422,
  locked: 423,
  rate_limited: 429,
  idempotency_running: 409,
  payload_too_large: 413,
  malformed_request: 400,
  insecure_transport: 426,
  not_implemented: 501,
  not_supported: 501,
  unavailable: 503,
  internal: 500,
};

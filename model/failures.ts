/**
 * Everything that can be refused or go wrong, as kinds that know nothing of HTTP. A `Failure` carries a stable code, a
 * sentence for the customer, and what only the operator's log may hold. `http/reply/failure.ts` alone turns a kind into a status.
 */

export const FAILURE_CODES = {
  unauthenticated: 'The access token is missing, unknown, expired or revoked.',
  wrong_credentials: 'The e-mail address or the password is wrong.',
  reauthentication_required: 'Please confirm that it is you: this asks for a password that was given within the last 15 minutes.',
  single_sign_on_required: 'Members of this account sign in by its identity provider.',
  single_sign_on_refused: 'Your identity provider has not let you in.',
  identity_provider_failed:
    'The identity provider did not answer, or not as it should. Please try again, or sign in another way.',
  ability_missing: 'The access token lacks the ability that this operation needs.',
  account_suspended: 'This account is suspended: it can read, but change nothing.',
  not_yours: 'This resource belongs to another account.',
  insufficient_role: 'Your role in this account does not allow this.',
  out_of_scope: 'This access token is for certain servers, and this is not about one of them.',
  not_found: 'There is no such resource.',
  unknown_path: 'There is no such path in this API.',
  method_not_allowed: 'This path exists, but not with this method.',
  validation: 'The given data is not valid.',
  locked: 'The service is locked by an operation in progress.',
  rate_limited: 'Too many requests. Please try again later.',
  idempotency_mismatch: 'This Idempotency-Key was used with another request.',
  not_ready: 'This file is still being made. Please try again later.',
  idempotency_running: 'A request with this Idempotency-Key is still running.',
  wrong_state: 'The service is not in a state that allows this.',
  insufficient_funds: 'The balance does not cover this.',
  unpaid_limit: 'There are too many unpaid orders in this account.',
  spending_cap: 'This would cross a monthly spending cap.',
  payment_disputed: 'A payment of this account is disputed. It can order nothing until that is settled.',
  no_capacity: 'There is not enough room for this at the moment. Please try again later.',
  malformed_request: 'This is not a well-formed HTTP request.',
  request_timeout: 'The request did not arrive in time.',
  expectation_failed: 'The Expect header of a request may only be 100-continue.',
  headers_too_large: 'The headers of the request are too large.',
  payload_too_large: 'The request body is too large.',
  infected_file: 'A virus was found in a file, so nothing of this was kept.',
  scanner_unavailable: 'Files cannot be checked for viruses at the moment. Please send this again later.',
  not_supported: 'This installation does not support this operation.',
  unavailable: 'The service is being restarted or is overloaded. Please try again.',
  foreign_origin: 'Pages of other origins may not use this URL.',
  insecure_transport: 'This API is served over HTTPS only.',
  internal: 'Something went wrong on our side. Please try again; if it happens again, give the request_id to our support.',
} as const;

export type FailureCode = keyof typeof FAILURE_CODES;

export interface FailureDetails {
  /** Replaces the code's sentence for the customer. */
  message?: string;
  /** For `validation`: field name in dot form -> sentences. Also used where a refusal names a field. */
  errors?: Record<string, string[]>;
  /** For `locked`. */
  lockReason?: string;
  lockedAt?: Date;
  /** Seconds, for `locked` and `rate_limited`. */
  retryAfter?: number;
  /** For the operator's log only. */
  internal?: string;
  cause?: unknown;
}

export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    super(details.message ?? FAILURE_CODES[code], details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

/** Refuses a value of the request, naming its field in dot form (`ssh_keys.0`). */
export function invalid(field: string, sentence: string): Failure {
  return new Failure('validation', { message: sentence, errors: { [field]: [sentence] } });
}

/**
 * Everything that can be refused or go wrong, as kinds that are independent of HTTP.
 *
 * A `Failure` has a stable code, a sentence for the customer, and details for the operator's log only. `http/reply/failure.ts` alone maps a
 * kind to a status.
 */

export const FAILURE_CODES = {
  unauthenticated: 'The access token is missing, unknown, expired or revoked.',
  wrong_credentials: 'The email address or the password is wrong.',
  reauthentication_required: 'Confirm your identity: this request needs a sign-in or a confirmation within the last 15 minutes.',
  single_sign_on_required: 'This account requires single sign-on. Sign in with its identity provider.',
  single_sign_on_refused: 'Your identity provider did not sign you in. Try again, or ask an administrator of the account.',
  identity_provider_failed:
    'The identity provider did not answer, or its answer is not valid. Try again, or sign in another way.',
  ability_missing: 'The access token lacks the ability that this operation needs. Use a token that has it.',
  account_suspended:
    'This account is suspended, so it can only read, export its data and use tickets. Open a ticket to contact support.',
  not_yours: 'This resource belongs to another account.',
  insufficient_role: 'Your role in this account does not allow this operation.',
  out_of_scope: 'This access token is limited to certain servers. Use a token that includes this resource.',
  not_found: 'This resource does not exist.',
  unknown_path: 'This path does not exist in this API.',
  method_not_allowed: 'This path does not support this method. The Allow header lists the supported methods.',
  validation: 'The request data is not valid.',
  locked: 'The service is locked by a running operation. Try again when the operation has ended.',
  rate_limited: 'There were too many requests. Try again later.',
  idempotency_mismatch: 'This Idempotency-Key was already used with a different request. Send a new key.',
  not_ready: 'This file is still being created. Try again later.',
  idempotency_running: 'A request with this Idempotency-Key is still running. Try again in a moment.',
  wrong_state: 'The current state of the service does not allow this operation.',
  insufficient_funds: 'The balance does not cover this amount. Add funds first.',
  unpaid_limit: 'This account has too many unpaid orders. Pay or delete some of them first.',
  spending_cap: 'This payment would exceed a monthly spending cap.',
  payment_disputed: 'A payment of this account is disputed. The account cannot order anything until the dispute is settled.',
  no_capacity: 'There is not enough capacity for this at the moment. Try again later.',
  malformed_request: 'The HTTP request is malformed.',
  request_timeout: 'The request did not arrive in time. Send it again.',
  expectation_failed: 'The Expect header must be 100-continue.',
  headers_too_large: 'The request headers are too large.',
  payload_too_large: 'The request body is too large.',
  infected_file: 'A file contains a virus, so the request was rejected. Send the request without this file.',
  scanner_unavailable: 'Files cannot be scanned for viruses at the moment. Send the request again later.',
  not_supported: 'This installation does not support this operation.',
  recovering: 'The service is being restored from a backup and cannot change anything yet. Nothing was changed. Try again later.',
  unavailable: 'The service is restarting or overloaded. Try again in a moment.',
  foreign_origin: 'Requests from pages of other origins are not allowed.',
  insecure_transport: 'This API is available over HTTPS only.',
  unknown_proxy:
    'A proxy that this installation does not know forwarded the request, or the request names a host that is not this machine. A trial serves this machine only. Start Innkeeper with --trust-proxy ADDRESS and --public-url URL.',
  internal: 'An internal error occurred. Try again. If the error persists, send the request_id to support.',
} as const;

export type FailureCode = keyof typeof FAILURE_CODES;

export interface FailureDetails {
  /** Sentence for the customer, by default the sentence of the code. */
  message?: string;
  /** For `validation`: sentences by field name in dot form. Other failures that concern a field also set it. */
  errors?: Record<string, string[]>;
  /** Reason of the lock, for `locked`. */
  lockReason?: string;
  lockedAt?: Date;
  /** Seconds until a retry can succeed, for `locked` and `rate_limited`. */
  retryAfter?: number;
  /** Text for the operator's log only. */
  internal?: string;
  cause?: unknown;
}

export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: FailureDetails;

  constructor(code: FailureCode, details: FailureDetails = {}) {
    const { stackTraceLimit } = Error;
    // In a flood, the stack took a sixth of the time of a refusal, and nothing reads it.
    if (code === 'rate_limited') Error.stackTraceLimit = 0;
    super(details.message ?? FAILURE_CODES[code], details.cause === undefined ? undefined : { cause: details.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

/** Returns a `validation` failure for one field of the request, which is named in dot form (`ssh_keys.0`). */
export function invalid(field: string, sentence: string): Failure {
  return new Failure('validation', { message: sentence, errors: { [field]: [sentence] } });
}

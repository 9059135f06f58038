/** A class per code of a refusal. Made from the list of failures by `npm run gen`. */
import { ApiError } from './api-error.ts';

/** The access token is missing, unknown, expired or revoked. */
export class UnauthenticatedError extends ApiError {}

/** The e-mail address or the password is wrong. */
export class WrongCredentialsError extends ApiError {}

/** Please confirm that it is you: this asks for a password that was given within the last 15 minutes. */
export class ReauthenticationRequiredError extends ApiError {}

/** Members of this account sign in by its identity provider. */
export class SingleSignOnRequiredError extends ApiError {}

/** Your identity provider has not let you in. */
export class SingleSignOnRefusedError extends ApiError {}

/** The identity provider did not answer, or not as it should. Please try again, or sign in another way. */
export class IdentityProviderFailedError extends ApiError {}

/** The access token lacks the ability that this operation needs. */
export class AbilityMissingError extends ApiError {}

/** This account is suspended: it can read, but change nothing. */
export class AccountSuspendedError extends ApiError {}

/** This resource belongs to another account. */
export class NotYoursError extends ApiError {}

/** Your role in this account does not allow this. */
export class InsufficientRoleError extends ApiError {}

/** This access token is for certain servers, and this is not about one of them. */
export class OutOfScopeError extends ApiError {}

/** There is no such resource. */
export class NotFoundError extends ApiError {}

/** There is no such path in this API. */
export class UnknownPathError extends ApiError {}

/** This path exists, but not with this method. */
export class MethodNotAllowedError extends ApiError {}

/** The given data is not valid. */
export class ValidationError extends ApiError {}

/** The service is locked by an operation in progress. */
export class LockedError extends ApiError {}

/** Too many requests. Please try again later. */
export class RateLimitedError extends ApiError {}

/** This Idempotency-Key was used with another request. */
export class IdempotencyMismatchError extends ApiError {}

/** This file is still being made. Please try again later. */
export class NotReadyError extends ApiError {}

/** A request with this Idempotency-Key is still running. */
export class IdempotencyRunningError extends ApiError {}

/** The service is not in a state that allows this. */
export class WrongStateError extends ApiError {}

/** The balance does not cover this. */
export class InsufficientFundsError extends ApiError {}

/** There are too many unpaid orders in this account. */
export class UnpaidLimitError extends ApiError {}

/** This would cross a monthly spending cap. */
export class SpendingCapError extends ApiError {}

/** A payment of this account is disputed. It can order nothing until that is settled. */
export class PaymentDisputedError extends ApiError {}

/** There is not enough room for this at the moment. Please try again later. */
export class NoCapacityError extends ApiError {}

/** This is not a well-formed HTTP request. */
export class MalformedRequestError extends ApiError {}

/** The request did not arrive in time. */
export class RequestTimeoutError extends ApiError {}

/** The Expect header of a request may only be 100-continue. */
export class ExpectationFailedError extends ApiError {}

/** The headers of the request are too large. */
export class HeadersTooLargeError extends ApiError {}

/** The request body is too large. */
export class PayloadTooLargeError extends ApiError {}

/** A virus was found in a file, so nothing of this was kept. */
export class InfectedFileError extends ApiError {}

/** Files cannot be checked for viruses at the moment. Please send this again later. */
export class ScannerUnavailableError extends ApiError {}

/** This installation does not support this operation. */
export class NotSupportedError extends ApiError {}

/** The service is being restarted or is overloaded. Please try again. */
export class UnavailableError extends ApiError {}

/** Pages of other origins may not use this URL. */
export class ForeignOriginError extends ApiError {}

/** This API is served over HTTPS only. */
export class InsecureTransportError extends ApiError {}

/** Something went wrong on our side. Please try again; if it happens again, give the request_id to our support. */
export class InternalError extends ApiError {}

/** By the word that the API answers. */
export const ERRORS = {
  unauthenticated: UnauthenticatedError,
  wrong_credentials: WrongCredentialsError,
  reauthentication_required: ReauthenticationRequiredError,
  single_sign_on_required: SingleSignOnRequiredError,
  single_sign_on_refused: SingleSignOnRefusedError,
  identity_provider_failed: IdentityProviderFailedError,
  ability_missing: AbilityMissingError,
  account_suspended: AccountSuspendedError,
  not_yours: NotYoursError,
  insufficient_role: InsufficientRoleError,
  out_of_scope: OutOfScopeError,
  not_found: NotFoundError,
  unknown_path: UnknownPathError,
  method_not_allowed: MethodNotAllowedError,
  validation: ValidationError,
  locked: LockedError,
  rate_limited: RateLimitedError,
  idempotency_mismatch: IdempotencyMismatchError,
  not_ready: NotReadyError,
  idempotency_running: IdempotencyRunningError,
  wrong_state: WrongStateError,
  insufficient_funds: InsufficientFundsError,
  unpaid_limit: UnpaidLimitError,
  spending_cap: SpendingCapError,
  payment_disputed: PaymentDisputedError,
  no_capacity: NoCapacityError,
  malformed_request: MalformedRequestError,
  request_timeout: RequestTimeoutError,
  expectation_failed: ExpectationFailedError,
  headers_too_large: HeadersTooLargeError,
  payload_too_large: PayloadTooLargeError,
  infected_file: InfectedFileError,
  scanner_unavailable: ScannerUnavailableError,
  not_supported: NotSupportedError,
  unavailable: UnavailableError,
  foreign_origin: ForeignOriginError,
  insecure_transport: InsecureTransportError,
  internal: InternalError,
} as const;

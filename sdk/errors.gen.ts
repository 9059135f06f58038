/** A class per code of a refusal. Made from the list of failures by `npm run gen`. */
import { ApiError } from './api-error.ts';

/** The access token is missing, unknown, expired or revoked. */
export class UnauthenticatedError extends ApiError {}

/** The email address or the password is wrong. */
export class WrongCredentialsError extends ApiError {}

/** Confirm your identity: this request needs a sign-in or a confirmation within the last 15 minutes. */
export class ReauthenticationRequiredError extends ApiError {}

/** This account requires single sign-on. Sign in with its identity provider. */
export class SingleSignOnRequiredError extends ApiError {}

/** Your identity provider did not sign you in. Try again, or ask an administrator of the account. */
export class SingleSignOnRefusedError extends ApiError {}

/** The identity provider did not answer, or its answer is not valid. Try again, or sign in another way. */
export class IdentityProviderFailedError extends ApiError {}

/** The access token lacks the ability that this operation needs. Use a token that has it. */
export class AbilityMissingError extends ApiError {}

/** This account is suspended, so it can only read, export its data and use tickets. Open a ticket to contact support. */
export class AccountSuspendedError extends ApiError {}

/** This resource belongs to another account. */
export class NotYoursError extends ApiError {}

/** Your role in this account does not allow this operation. */
export class InsufficientRoleError extends ApiError {}

/** This access token is limited to certain servers. Use a token that includes this resource. */
export class OutOfScopeError extends ApiError {}

/** This resource does not exist. */
export class NotFoundError extends ApiError {}

/** This path does not exist in this API. */
export class UnknownPathError extends ApiError {}

/** This path does not support this method. The Allow header lists the supported methods. */
export class MethodNotAllowedError extends ApiError {}

/** The request data is not valid. */
export class ValidationError extends ApiError {}

/** The service is locked by a running operation. Try again when the operation has ended. */
export class LockedError extends ApiError {}

/** There were too many requests. Try again later. */
export class RateLimitedError extends ApiError {}

/** This Idempotency-Key was already used with a different request. Send a new key. */
export class IdempotencyMismatchError extends ApiError {}

/** This file is still being created. Try again later. */
export class NotReadyError extends ApiError {}

/** A request with this Idempotency-Key is still running. Try again in a moment. */
export class IdempotencyRunningError extends ApiError {}

/** The current state of the service does not allow this operation. */
export class WrongStateError extends ApiError {}

/** The balance does not cover this amount. Add funds first. */
export class InsufficientFundsError extends ApiError {}

/** This account has too many unpaid orders. Pay or delete some of them first. */
export class UnpaidLimitError extends ApiError {}

/** This payment would exceed a monthly spending cap. */
export class SpendingCapError extends ApiError {}

/** A payment of this account is disputed. The account cannot order anything until the dispute is settled. */
export class PaymentDisputedError extends ApiError {}

/** There is not enough capacity for this at the moment. Try again later. */
export class NoCapacityError extends ApiError {}

/** The HTTP request is malformed. */
export class MalformedRequestError extends ApiError {}

/** The request did not arrive in time. Send it again. */
export class RequestTimeoutError extends ApiError {}

/** The Expect header must be 100-continue. */
export class ExpectationFailedError extends ApiError {}

/** The request headers are too large. */
export class HeadersTooLargeError extends ApiError {}

/** The request body is too large. */
export class PayloadTooLargeError extends ApiError {}

/** A file contains a virus, so the request was rejected. Send the request without this file. */
export class InfectedFileError extends ApiError {}

/** Files cannot be scanned for viruses at the moment. Send the request again later. */
export class ScannerUnavailableError extends ApiError {}

/** This installation does not support this operation. */
export class NotSupportedError extends ApiError {}

/** The service is being restored from a backup and cannot change anything yet. Nothing was changed. Try again later. */
export class RecoveringError extends ApiError {}

/** The service is restarting or overloaded. Try again in a moment. */
export class UnavailableError extends ApiError {}

/** Requests from pages of other origins are not allowed. */
export class ForeignOriginError extends ApiError {}

/** This API is available over HTTPS only. */
export class InsecureTransportError extends ApiError {}

/** A proxy that this installation does not know forwarded the request, or the request names a host that is not this machine. A trial serves this machine only. Start Innkeeper with --trust-proxy ADDRESS and --public-url URL. */
export class UnknownProxyError extends ApiError {}

/** An internal error occurred. Try again. If the error persists, send the request_id to support. */
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
  recovering: RecoveringError,
  unavailable: UnavailableError,
  foreign_origin: ForeignOriginError,
  insecure_transport: InsecureTransportError,
  unknown_proxy: UnknownProxyError,
  internal: InternalError,
} as const;

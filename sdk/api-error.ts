import type { ErrorCode as Known } from './api.gen.ts';

/** A stable code of the API, or `unknown` when the reply did not come from the API. */
export type ErrorCode = Known | 'unknown';

/** The fields that a refusal may have. Their types are checked, as the reply may come from a proxy. */
interface RefusalBody {
  message?: unknown;
  code?: unknown;
  request_id?: unknown;
  errors?: unknown;
  lock_reason?: unknown;
}

/** The API refused a request. Each code has a class of its own: `error instanceof LockedError`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** With 422: messages by field, `name.0` for items of a list. */
  readonly errors: Record<string, string[]>;
  /** The id of the request in the log of the API's operator. */
  readonly requestId: string | undefined;
  /** Time in seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;
  /** With 423: which operation locks the resource. */
  readonly lockReason: string | undefined;

  constructor(status: number, headers: Headers, body: unknown) {
    const { message, code, request_id, errors, lock_reason }: RefusalBody = typeof body === 'object' && body ? body : {};
    super(text(message) ?? `The API answered with status ${status}.`);
    this.name = new.target.name;
    this.status = status;
    this.code = (text(code) ?? 'unknown') as ErrorCode;
    this.errors = typeof errors === 'object' && errors ? (errors as Record<string, string[]>) : {};
    this.requestId = text(request_id) ?? headers.get('x-request-id') ?? undefined;
    this.retryAfter = seconds(headers.get('retry-after'));
    this.lockReason = text(lock_reason);
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function seconds(header: string | null): number | undefined {
  return header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
}

import type { ErrorCode as Known } from './api.gen.ts';

/** Stable error code of the API, or `unknown` if the reply did not come from the API. */
export type ErrorCode = Known | 'unknown';

/** Fields of a refusal. Their types are checked, because the reply may come from a proxy. */
interface RefusalBody {
  message?: unknown;
  code?: unknown;
  request_id?: unknown;
  errors?: unknown;
  lock_reason?: unknown;
}

/** Refusal of a request by the API. Each code has its own subclass, such as `LockedError`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** Messages by field of a 422 reply. An item of a list has a key such as `name.0`. */
  readonly errors: Record<string, string[]>;
  /** Id of the request in the log of the API's operator. */
  readonly requestId: string | undefined;
  /** Time in seconds to wait before the next attempt, or `undefined` if the API sets none. */
  readonly retryAfter: number | undefined;
  /** Kind of the operation that locks the resource, in a 423 reply. */
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

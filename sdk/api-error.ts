import type { ErrorCode as Known } from './api.gen.ts';

/** A stable word of the API, or `unknown` when something else than the API answered. */
export type ErrorCode = Known | 'unknown';

/** What a refusal may carry; all of it is read with care, as it may come from a proxy. */
interface RefusalBody {
  message?: unknown;
  code?: unknown;
  request_id?: unknown;
  errors?: unknown;
  lock_reason?: unknown;
}

/** The API answered, and refused. Each code has a class of its own: `error instanceof LockedError`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** Sentences by field in dot form, with 422. */
  readonly errors: Record<string, string[]>;
  /** Names the request in the log of the API's operator. */
  readonly requestId: string | undefined;
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined;
  /** Which operation holds the service, with 423. */
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

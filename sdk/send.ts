/** Sends a call and retries it until it succeeds or fails permanently. */
import { ApiError } from './api-error.ts';
import { ERRORS } from './errors.gen.ts';
import { pause } from './pause.ts';
import type { WireRequest } from './request.ts';
import { delayBefore, MAX_WAIT_MS } from './retry.ts';
import type { CallOptions, FileReply, ReplyInfo } from './types.ts';

export interface Sender {
  /** Access token, or `undefined` if the browser authenticates with its cookie. */
  token: string | undefined;
  fetch: typeof fetch;
  retries: number;
  /** Time limit of one attempt in milliseconds. */
  timeout: number;
  onUnauthenticated: (() => Promise<boolean>) | undefined;
}

/**
 * Sends a request and retries it after temporary failures. Returns the parsed JSON, the file, or `undefined` for a reply without a body
 * (204). Throws an `ApiError` if the API refuses the request.
 */
export async function send(sender: Sender, request: WireRequest, options: CallOptions): Promise<unknown> {
  const headers: Record<string, string> = { ...request.headers, ...authorizationOf(sender) };
  // All attempts use the same key, so that the API applies the change once.
  if (request.idempotent) headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
  let failures = 0;
  let hasAsked = false;
  let lockWaitLeftMs = options.waitForLock ?? 0;
  for (;;) {
    try {
      return await sendOnce(sender, { ...request, headers }, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!hasAsked && error instanceof ApiError && error.status === 401 && sender.onUnauthenticated) {
        hasAsked = true;
        if (await sender.onUnauthenticated()) continue;
      }
      const isLocked = error instanceof ApiError && error.status === 423;
      if (!isLocked) failures += 1;
      const delay = delayBefore(error, {
        failures,
        retries: sender.retries,
        maxWaitMs: options.maxWait ?? MAX_WAIT_MS,
        isSentOnce: request.isSentOnce,
        lockWaitLeftMs,
        random: Math.random(),
      });
      if (delay === undefined) throw error;
      if (isLocked) lockWaitLeftMs -= delay;
      await pause(delay, options.signal);
    }
  }
}

export const authorizationOf = ({ token }: Sender): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/**
 * Returns the credentials mode. Without a token, cookies are sent to the page's own origin only. With a token, the default of `fetch`
 * applies.
 */
export const credentialsOf = ({ token }: Sender): Pick<RequestInit, 'credentials'> =>
  token === undefined ? { credentials: 'same-origin' } : {};

async function sendOnce(sender: Sender, { url, method, headers, body }: WireRequest, options: CallOptions): Promise<unknown> {
  const limit = AbortSignal.timeout(sender.timeout);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const init = { method, headers, signal, redirect: 'manual', ...credentialsOf(sender) } as const;
  const reply = await sender.fetch(url, body === undefined ? init : { ...init, body });
  if (!reply.ok) throw await readRefusal(reply);
  const value = await read(reply);
  options.onReply?.(infoOf(reply));
  return value;
}

export async function readRefusal(reply: Response): Promise<ApiError> {
  const body = await jsonOf(reply);
  const { code } = (typeof body === 'object' && body ? body : {}) as { code?: unknown };
  const Refusal = Object.hasOwn(ERRORS, String(code)) ? ERRORS[code as keyof typeof ERRORS] : ApiError;
  return new Refusal(reply.status, reply.headers, body);
}

async function read(reply: Response): Promise<unknown> {
  if (reply.status === 204) return undefined;
  const type = reply.headers.get('content-type') ?? '';
  return type.startsWith('application/json') ? reply.json() : fileOf(reply, type);
}

async function fileOf(reply: Response, type: string): Promise<FileReply> {
  const disposition = reply.headers.get('content-disposition') ?? '';
  return { name: /filename="([^"]*)"/.exec(disposition)?.[1], type, content: await reply.blob() };
}

/** Returns the body of a refusal, or `undefined` if the body is not JSON. Such a reply comes from a proxy, not from the API. */
async function jsonOf(reply: Response): Promise<unknown> {
  try {
    return JSON.parse(await reply.text());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function infoOf({ status, headers }: Response): ReplyInfo {
  const order = headers.get('x-order-id');
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    orderId: order === null ? undefined : Number(order),
    operationIds: (headers.get('x-operation-id') ?? '').split(',').filter(Boolean).map(Number),
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

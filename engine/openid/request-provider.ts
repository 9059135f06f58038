/** Sends requests to identity providers, for `openid-client`. Maps failures of the HTTP client to `ProviderError`. */
import type { IncomingHttpHeaders } from 'node:http';
import { ProviderError } from '@innkeeper/model/openid/client';
import { readBody } from '../outgoing-http/body.ts';
import { OutgoingHttpError } from '../outgoing-http/error.ts';
import { isRedirect } from '../outgoing-http/get-with-redirects.ts';
import type { OutgoingPolicy } from '../outgoing-http/policy.ts';
import { type OutgoingRequest, sendRequest } from '../outgoing-http/send-request.ts';

/** Maximum size of a reply. Metadata and keys of the large providers have 2 to 20 kB. */
const MAX_BYTES = 256 * 1024;
/** Statuses with which `Response` accepts no body. */
const BODILESS_STATUSES = [204, 205, 304];
/** Headers that `openid-client` reads. */
const PASSED_HEADERS = ['content-type', 'www-authenticate', 'date'] as const;

/** The options with which `openid-client` calls its `fetch`. */
export interface ProviderRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** Sends a request and reads the whole reply. Follows no redirect. Throws `ProviderError`. */
export async function requestProvider(
  url: string,
  { method, headers, body }: ProviderRequest,
  { policy, signal }: { policy: OutgoingPolicy; signal: AbortSignal },
): Promise<Response> {
  const sent = body === undefined || body === null ? undefined : String(body);
  try {
    return await sendAndRead(url, { method, headers: { ...headers, 'user-agent': 'innkeeper' }, body: sent }, policy, signal);
  } catch (error) {
    throw toProviderError(error, url, signal);
  }
}

async function sendAndRead(
  url: string,
  request: OutgoingRequest,
  policy: OutgoingPolicy,
  signal: AbortSignal,
): Promise<Response> {
  const reply = await sendRequest(url, request, policy, signal);
  try {
    const { status } = reply;
    if (isRedirect(status)) {
      throw new ProviderError('answer', `${new URL(url).host} sent a redirect. Redirects are not followed.`);
    }
    const bytes = Uint8Array.from(await readBody(reply, MAX_BYTES));
    return new Response(BODILESS_STATUSES.includes(status) ? null : bytes, { status, headers: passedHeaders(reply.headers) });
  } finally {
    reply.close();
  }
}

function toProviderError(error: unknown, url: string, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error;
  if (error instanceof OutgoingHttpError) {
    if (error.failure !== 'too_large') return new ProviderError('unreachable', error.message);
    return new ProviderError('answer', `${new URL(url).host} answered with more than ${MAX_BYTES} bytes.`);
  }
  if (signal.aborted) return new ProviderError('unreachable', 'The identity provider did not answer in time.', error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
  return new ProviderError('unreachable', `The connection to the identity provider failed (${code}).`, error);
}

function passedHeaders(headers: IncomingHttpHeaders): Headers {
  const passed = new Headers();
  for (const name of PASSED_HEADERS) {
    const value = headers[name];
    if (value !== undefined) passed.set(name, value);
  }
  return passed;
}

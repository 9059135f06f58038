/** Sends one HTTP request over a new connection to an address that was just checked. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { OutgoingPolicy } from './policy.ts';
import { resolveAllowedAddress } from './resolve-allowed-address.ts';

export interface OutgoingRequest {
  method: string;
  /** Headers with names in lower case. */
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

export interface OutgoingReply {
  status: number;
  headers: IncomingHttpHeaders;
  /** Body, not read yet. */
  body: IncomingMessage;
  /** Closes the connection. Callers always call it, also after an error. */
  close(): void;
}

/**
 * Sends a request and returns the reply once its headers have arrived. Follows no redirect. `signal` aborts the request, and later the
 * body. Throws `OutgoingHttpError`, errors of the connection with their code, or an `AbortError`.
 */
export async function sendRequest(
  url: string,
  { method, headers, body }: OutgoingRequest,
  policy: OutgoingPolicy,
  signal: AbortSignal,
): Promise<OutgoingReply> {
  const address = await resolveAllowedAddress(url, policy, signal);
  const options: RequestOptions = {
    method,
    signal,
    // A pooled connection could lead to another address.
    agent: false,
    lookup: pinLookup(address),
    ...(policy.idleTimeoutMs !== null && { timeout: policy.idleTimeoutMs }),
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      // A compressed body could expand to a much larger size.
      'accept-encoding': 'identity',
    },
  };
  const request = (new URL(url).protocol === 'https:' ? httpsRequest : httpRequest)(url, options);
  request.on('timeout', () => request.destroy(new Error(`no data for ${policy.idleTimeoutMs} ms`)));
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    // The listener stays after the headers, because an error without a listener would end the process.
    request.on('error', reject);
    request.end(body);
  });
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: reply, close: () => request.destroy() };
}

/** Creates a `lookup` that resolves every name to this address, so that a later DNS answer has no effect. */
function pinLookup(address: string): LookupFunction {
  return (_name, { all }, done) => {
    const family = isIP(address);
    if (all) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

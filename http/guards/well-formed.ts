/**
 * Checks the request's syntax instead of Node, so that failures have the usual format. A request has exactly one valid Host (RFC 9112,
 * 3.2), no unknown expectation (RFC 9110, 10.1.1), and is not CONNECT.
 */
import type { IncomingMessage } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';
import { hostOf, parseHost } from '../request/host.ts';

export const wellFormed: Guard = ({ request: { raw }, reply }) => {
  // Node drops the bytes that follow an upgrade request in the same packet, even if the upgrade is not granted.
  if (offersUpgrade(raw)) reply.header('connection', 'close');
  const hosts = countHostHeaders(raw);
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw malformed('A request must have exactly one Host header.');
  if (!parseHost(hostOf(raw) ?? '')) throw malformed('The Host header of the request is not valid.');
  const { expect } = raw.headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect)) throw new Failure('expectation_failed');
  if (raw.method === 'CONNECT') {
    reply.header('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    throw new Failure('method_not_allowed', { message: 'The method CONNECT is not supported, because this API is not a proxy.' });
  }
  return undefined;
};

/** Returns whether the request offers a change of protocol or asks for a tunnel. */
function offersUpgrade({ method, headers }: IncomingMessage): boolean {
  return method === 'CONNECT' || (headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? ''));
}

const malformed = (message: string) => new Failure('malformed_request', { message });

/** Counts the Host headers in the raw headers, because `headers` contains only the first. */
function countHostHeaders({ rawHeaders }: IncomingMessage): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found;
}

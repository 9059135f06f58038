/**
 * Checks of the request's syntax that are ours and not Node's, so that the refusals look like all others: exactly one valid Host
 * (RFC 9112, 3.2), no unknown expectation (RFC 9110, 10.1.1), and no CONNECT.
 */
import type { IncomingMessage } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';
import { hostOf, parseHost } from '../request/host.ts';

export const wellFormed: Guard = ({ request: { raw }, reply }) => {
  // Node drops what follows an upgrade request in the same packet, granted or not.
  if (offersUpgrade(raw)) reply.header('connection', 'close');
  const hosts = hostsOf(raw);
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

/** Whether the request offers to change the protocol, or asks for a tunnel. */
function offersUpgrade({ method, headers }: IncomingMessage): boolean {
  return method === 'CONNECT' || (headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? ''));
}

const malformed = (message: string) => new Failure('malformed_request', { message });

/** Counted in the raw headers: `headers` holds only the first. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found;
}

/**
 * What Node leaves to us of a request's form, so that its refusal looks like every other: one Host that can be one (RFC 9112,
 * 3.2), no expectation that nobody meets (RFC 9110, 10.1.1), and no tunnel.
 */
import type { IncomingMessage } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';
import { hostOf, parseHost } from '../request/host.ts';

export const wellFormed: Guard = ({ request: { raw }, reply }) => {
  // Node drops what follows such a request in the same packet, granted or not.
  if (offersUpgrade(raw)) reply.header('connection', 'close');
  const hosts = hostsOf(raw);
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) throw malformed('A request names its Host once.');
  if (!parseHost(hostOf(raw) ?? '')) throw malformed('The Host of the request cannot be one.');
  const { expect } = raw.headers;
  if (expect !== undefined && !/^100-continue$/i.test(expect)) throw new Failure('expectation_failed');
  if (raw.method === 'CONNECT') {
    reply.header('allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS');
    throw new Failure('method_not_allowed', { message: 'CONNECT is for proxies, and this is none.' });
  }
  return undefined;
};

/** To another protocol, or to a tunnel. */
function offersUpgrade({ method, headers }: IncomingMessage): boolean {
  return method === 'CONNECT' || (headers.upgrade !== undefined && /\bupgrade\b/i.test(headers.connection ?? ''));
}

const malformed = (message: string) => new Failure('malformed_request', { message });

/** `headers` has only the first. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let found = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') found += 1;
  }
  return found;
}

/** HTTPS, or a trusted proxy that says the client used it, or this very machine: nothing else gets as far as a token. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../exchange.ts';

export const secureTransport: Guard = ({ request, reply }) => {
  // Fastify believes X-Forwarded-Proto and X-Forwarded-For only from an address that `trustProxy` names.
  if (request.protocol === 'https') return undefined;
  if (isLoopback(request.ip) && isLoopback(request.socket.remoteAddress)) return undefined;
  reply.header('upgrade', 'TLS/1.2, HTTP/1.1');
  throw new Failure('insecure_transport');
};

export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain.startsWith('127.') || plain === '::1';
}

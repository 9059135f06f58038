/** Only HTTPS, a trusted proxy that reports it, or this machine itself: else a token is not even read. */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';

export const secureTransport: Guard = ({ client, reply }) => {
  if (client.secure || client.local) return undefined;
  reply.header('upgrade', 'TLS/1.2, HTTP/1.1');
  throw new Failure('insecure_transport');
};

/**
 * Admits HTTPS, trusted proxies that report it, and this machine itself. Other requests are refused before their token is read.
 *
 * The container of a trial is an exception: its engine is simulated, and every request comes from the container's gateway.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';

export function secureTransport({ allowsPlainHttp }: { allowsPlainHttp: boolean }): Guard {
  return ({ client, reply }) => {
    if (client.secure || client.local || allowsPlainHttp) return undefined;
    reply.header('upgrade', 'TLS/1.2, HTTP/1.1');
    throw new Failure('insecure_transport');
  };
}

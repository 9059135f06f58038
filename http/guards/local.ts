/** Restricts operations to browsers on this machine. Other clients get the reply for an unknown resource. */
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';
import type { UnknownProxies } from './unknown-proxy.ts';

/** Admits only requests of this machine to entries with `local`. `isProxy` returns whether an address is a trusted proxy. */
export function local(
  { operation }: Route,
  { isProxy, findUnknownProxy }: { isProxy: (address: string) => boolean; findUnknownProxy: UnknownProxies['find'] },
): Guard {
  if (!operation.local) return () => undefined;
  return ({ client, request: { raw, headers } }) => {
    const isProxied = isProxy(raw.socket.remoteAddress ?? '');
    const isKnown = isProxied ? reportsClient(headers) : findUnknownProxy(raw, client) === undefined;
    if (client.local && isKnown) return undefined;
    throw new Failure('not_found');
  };
}

/** Returns whether a trusted proxy reports its client. Without that header, the proxy itself would count as the client. */
const reportsClient = (headers: IncomingHttpHeaders): boolean => headers['x-forwarded-for'] !== undefined;

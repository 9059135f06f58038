/** Operations for a browser on this machine alone. Others get the answer of something that does not exist. */
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

/** Headers by which a proxy says that it forwards a request. */
const OF_PROXIES = /^(?:forwarded|via|x-forwarded-.+|x-real-ip)$/;

/** Admits requests of this machine to entries with `local`. `isProxy` says whether an address is a trusted proxy's. */
export function local({ operation }: Route, isProxy: (address: string) => boolean): Guard {
  if (!operation.local) return () => undefined;
  return ({ client, request }) => {
    const peer = request.raw.socket.remoteAddress ?? '';
    const isKnown = isProxy(peer) ? saysClient(request.headers) : !isForwarded(request.headers);
    if (client.local && isKnown) return undefined;
    throw new Failure('not_found');
  };
}

/** Returns whether a trusted proxy names its client. Without the name, the client would be taken for the proxy itself. */
const saysClient = (headers: IncomingHttpHeaders): boolean => headers['x-forwarded-for'] !== undefined;

/** Returns whether an unknown proxy on this machine forwards the request, so that the client may be anywhere. */
const isForwarded = (headers: IncomingHttpHeaders): boolean => Object.keys(headers).some((name) => OF_PROXIES.test(name));

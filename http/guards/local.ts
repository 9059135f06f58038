/** Restricts operations to browsers on this machine. Other clients get the reply for an unknown resource. */
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, Route } from '../request/context.ts';

/** Headers that show that a proxy forwards a request. */
const PROXY_HEADERS = /^(?:forwarded|via|x-forwarded-.+|x-real-ip)$/;

/** Admits only requests of this machine to entries with `local`. `isProxy` returns whether an address is a trusted proxy. */
export function local({ operation }: Route, isProxy: (address: string) => boolean): Guard {
  if (!operation.local) return () => undefined;
  return ({ client, request }) => {
    const peer = request.raw.socket.remoteAddress ?? '';
    const isKnown = isProxy(peer) ? reportsClient(request.headers) : !isForwarded(request.headers);
    if (client.local && isKnown) return undefined;
    throw new Failure('not_found');
  };
}

/** Returns whether a trusted proxy reports its client. Without that header, the proxy itself would count as the client. */
const reportsClient = (headers: IncomingHttpHeaders): boolean => headers['x-forwarded-for'] !== undefined;

/** Returns whether an unknown proxy on this machine forwards the request, so that the client may be anywhere. */
const isForwarded = (headers: IncomingHttpHeaders): boolean => Object.keys(headers).some((name) => PROXY_HEADERS.test(name));

import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, RequestContext } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';

export interface PageOrigins {
  hosts: Hosts;
  /** Origins of the operator's pages, such as `https://panel.example.com`. */
  consoleOrigins?: Live<readonly string[]> | undefined;
}

/** Returns a function that checks whether the origin of a page is ours or allowed by the operator. */
export function openOrigins({ hosts, consoleOrigins = [] }: PageOrigins) {
  let known: readonly string[] = [];
  let allowed = new Set<string>();
  const isAllowed = (origin: string): boolean => {
    const now = currentOf(consoleOrigins);
    if (now !== known) allowed = new Set(now.map((url) => new URL(url).origin));
    known = now;
    return allowed.has(origin);
  };
  return (origin: string, { request, client }: Pick<RequestContext, 'request' | 'client'>): boolean =>
    origin === hosts.linkBase(request.raw, client) || origin === hosts.requestOrigin(request.raw, client) || isAllowed(origin);
}

/**
 * Returns a guard that admits pages of our own and of allowed origins, and clients that send no origin.
 *
 * The secret alone authenticates. This check only keeps other pages from using a secret that they obtained in a visitor's browser.
 */
export function allowedPages(options: PageOrigins): Guard {
  const isOurs = openOrigins(options);
  return (context) => {
    const { origin } = context.request.headers;
    if (origin === undefined || isOurs(origin, context)) return undefined;
    throw new Failure('foreign_origin');
  };
}

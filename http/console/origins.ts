import { currentOf, type Live } from '@innkeeper/model/configuration/live';
import { Failure } from '@innkeeper/model/failures';
import type { Guard, RequestContext } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';

export interface PageOrigins {
  hosts: Hosts;
  /** Of pages of the operator's: `https://panel.example.com`. */
  consoleOrigins?: Live<readonly string[]> | undefined;
}

/** Whether the origin of a page is ours, or one that the operator allows. */
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
    origin === hosts.links(request.raw, client) || origin === hosts.here(request.raw, client) || isAllowed(origin);
}

/**
 * Browsers send the origin of the page: it must be ours or one that the operator allows. The secret alone authenticates, so this
 * only keeps other pages from using a secret that they got hold of in a visitor's browser. Other clients send no origin and pass.
 */
export function allowedPages(options: PageOrigins): Guard {
  const isOurs = openOrigins(options);
  return (context) => {
    const { origin } = context.request.headers;
    if (origin === undefined || isOurs(origin, context)) return undefined;
    throw new Failure('foreign_origin');
  };
}

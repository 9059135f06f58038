/**
 * Requires that requests with a session cookie come from an allowed page.
 *
 * Browsers send cookies with a request from any page. A change with a session cookie must therefore come from our page, or one that the
 * operator allows. Requests without a cookie are not at risk. Signing in is also refused to other pages.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Guard, RequestContext, Route } from '../request/context.ts';

export interface OriginOptions {
  /** Returns whether an origin is allowed for this request. */
  isOurs(origin: string, context: RequestContext): boolean;
}

export function origin({ operation }: Route, { isOurs }: OriginOptions): Guard {
  if (operation.method === 'GET') return () => undefined;
  return (context) => {
    const { caller } = context;
    if (caller?.kind !== 'session' && !operation.anonymous) return undefined;
    requireOurPage(context, { isOurs, byCookie: caller?.kind === 'session' });
    return undefined;
  };
}

/** Throws `foreign_origin` for another page. `byCookie` states that the request has a session cookie. */
export function requireOurPage(context: RequestContext, { isOurs, byCookie }: OriginOptions & { byCookie: boolean }): void {
  const { origin: from, 'sec-fetch-site': site } = context.request.headers;
  if (from !== undefined) {
    if (!isOurs(from, context)) throw new Failure('foreign_origin');
    return;
  }
  // Every current browser sends `Origin` or `Sec-Fetch-Site` with a state-changing request.
  if (byCookie && site !== 'same-origin') throw new Failure('foreign_origin');
}

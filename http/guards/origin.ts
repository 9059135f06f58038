/**
 * Browsers send cookies by themselves, whoever's page makes them send a request: a change with the cookie of a session must come from a page
 * of ours, or one that the operator allows. What has no cookie cannot be abused so; signing in is refused to other pages besides.
 */
import { Failure } from '@innkeeper/model/failures';
import type { Guard, RequestContext, Route } from '../request/context.ts';

export interface OriginOptions {
  /** Whether an origin is ours for this request. */
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

/** Throws `foreign_origin`. `byCookie`: it came with the cookie of a session. */
export function requireOurPage(context: RequestContext, { isOurs, byCookie }: OriginOptions & { byCookie: boolean }): void {
  const { origin: from, 'sec-fetch-site': site } = context.request.headers;
  if (from !== undefined) {
    if (!isOurs(from, context)) throw new Failure('foreign_origin');
    return;
  }
  // Every browser of today sends one of both with a change.
  if (byCookie && site !== 'same-origin') throw new Failure('foreign_origin');
}

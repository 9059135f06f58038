import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';

export interface PageOrigins {
  hosts: Hosts;
  /** Of pages of the operator's: `https://panel.example.com`. */
  consoleOrigins?: readonly string[] | undefined;
}

/**
 * Browsers send the origin of the page: it must be ours or one that the operator allows. The secret alone authenticates, so this
 * only keeps other pages from using a secret that they got hold of in a visitor's browser. Other clients send no origin and pass.
 */
export function allowedPages({ hosts, consoleOrigins = [] }: PageOrigins): Guard {
  const allowed = new Set(consoleOrigins.map((url) => new URL(url).origin));
  return ({ request, client }) => {
    const { origin } = request.headers;
    const ours = origin === hosts.links(request.raw, client) || origin === hosts.here(request.raw, client);
    if (origin === undefined || ours || allowed.has(origin)) return undefined;
    throw new Failure('foreign_origin');
  };
}

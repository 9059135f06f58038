import { Failure } from '@innkeeper/model/failures';
import type { Guard } from '../request/context.ts';
import type { Hosts } from '../request/host.ts';

export interface PageOrigins {
  hosts: Hosts;
  /** Of pages of the operator's: `https://panel.example.com`. */
  consoleOrigins?: readonly string[] | undefined;
}

/**
 * A browser says which page it acts for: our own, one that the operator allows, or it is refused. The secret alone lets in, so this
 * only keeps pages of others from making use of one that they got hold of in a visitor's browser. Programs say nothing and pass.
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

/**
 * Recognizes requests for a quote. `?dry_run=true` requests a quote instead of the operation, if the operation supports quotes. A quote
 * counts as a read, whatever the method of the request.
 */
import type { RequestContext } from '../request/context.ts';

/**
 * Returns whether the request asks for a quote. Reads the raw query, because the required ability depends on the result. Abilities are
 * checked before the query is validated.
 */
export function isQuoteRequest({ route, request }: RequestContext): boolean {
  return route?.operation.supportsDryRun === true && (request.query as { dry_run?: unknown }).dry_run === 'true';
}

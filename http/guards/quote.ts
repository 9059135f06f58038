/** `?dry_run=true`, where the operation answers quotes: a read, whatever its method. */
import type { RequestContext } from '../request/context.ts';

/** Asked before the query is checked, since it decides what the caller must be allowed to do. */
export function asksForQuote({ route, request }: RequestContext): boolean {
  return route?.operation.quotes === true && (request.query as { dry_run?: unknown }).dry_run === 'true';
}

/** Tokens restricted to servers reach resources of these servers, and resources without an account. */
import { Failure } from '@innkeeper/model/failures';
import type { ResourceKind } from '@innkeeper/model/requests/path-resources';
import type { Actor } from '../actor.ts';

/** Throws `out_of_scope` for a row of the account that belongs to no server of the caller's token. `kind` is the kind of the row. */
export function refuseOutOfScope(actor: Actor, kind: ResourceKind, row: object): void {
  if (isOutOfScope(actor, kind, row)) throw new Failure('out_of_scope');
}

/** Returns whether the caller's token is restricted to servers, and a row of its account belongs to none of them. */
export function isOutOfScope(actor: Actor, kind: ResourceKind, row: object): boolean {
  if (actor.kind !== 'token' || !actor.servers) return false;
  if (!('account_id' in row) || row.account_id === null) return false;
  const server = serverOf(kind, row);
  return server === undefined || !actor.servers.includes(server);
}

function serverOf(kind: ResourceKind, row: object): number | undefined {
  if (kind === 'server' && 'id' in row) return Number(row.id);
  if ('server_id' in row && typeof row.server_id === 'number') return row.server_id;
  if ('resource_kind' in row && row.resource_kind === 'server' && 'resource_id' in row) return Number(row.resource_id);
  return undefined;
}

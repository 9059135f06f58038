/** Tokens that are for certain servers reach what is about one of them, and what is everybody's. */
import { Failure } from '@innkeeper/model/failures';
import type { ResourceKind } from '@innkeeper/model/path-resources';
import type { Actor } from '../actor.ts';

/** Throws `out_of_scope` for a row of the account that is about no server of the caller's token. `kind`: what the row is. */
export function refuseOutOfScope(actor: Actor, kind: ResourceKind, row: object): void {
  if (actor.kind !== 'token' || !actor.servers) return;
  if (!('account_id' in row) || row.account_id === null) return;
  const server = serverOf(kind, row);
  if (server === undefined || !actor.servers.includes(server)) throw new Failure('out_of_scope');
}

function serverOf(kind: ResourceKind, row: object): number | undefined {
  if (kind === 'server' && 'id' in row) return Number(row.id);
  if ('server_id' in row && typeof row.server_id === 'number') return row.server_id;
  if ('resource_kind' in row && row.resource_kind === 'server' && 'resource_id' in row) return Number(row.resource_id);
  return undefined;
}

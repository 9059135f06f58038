/** The servers that a request attaches to or detaches from a firewall. */
import { lockServicesOf } from '@innkeeper/db/tables/services';
import { invalid } from '@innkeeper/model/failures';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { requireReferences } from '../resources/references.ts';

/**
 * Locks the servers until the transaction ends. Throws `validation` for the first invalid `server_ids.N`, and `not_yours` for servers of
 * another account.
 */
export async function requireServers(cx: MutatingCx<Customer>, serverIds: readonly number[]): Promise<void> {
  await lockServicesOf(cx.db, cx.actor.accountId, serverIds);
  const servers = await requireReferences(cx, 'server', serverIds, 'server_ids');
  const ended = servers.findIndex(({ status }) => status === 'terminated');
  if (ended !== -1) throw invalid(`server_ids.${ended}`, 'This server is terminated. Choose another server.');
}

import type { IpAddress, Server } from '@innkeeper/db/schema';
import { type LoadedServer, loadServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { setMainAddress } from '@innkeeper/domain/servers/main-address';
import { startWorkflow } from '@innkeeper/domain/workflows/start';
import { Failure, invalid } from '@innkeeper/model/failures';

/**
 * Makes another address of the server the main one of its family. The guest uses it after a reboot, which follows at once unless the server
 * is off or in rescue mode. Throws `validation`, `not_yours` and `locked`.
 */
export async function changeServerPrimaryIp(
  cx: MutatingCx,
  { server, ipId }: { server: Server; ipId: number },
): Promise<LoadedServer> {
  const address = await requireAddress(cx, server, ipId);
  const before = await cx.db
    .selectFrom('ip_addresses')
    .select(['id', 'address'])
    .where('server_id', '=', server.id)
    .where('version', '=', address.version)
    .where('main', '=', true)
    .executeTakeFirst();
  const beforeId = before?.id ?? null;
  await setMainAddress(cx.db, { id: address.id, instead: beforeId });
  const input = { addressId: address.id, beforeId, reboot: !server.rescue };
  const details = { address: address.address, before: before?.address ?? null };
  await startWorkflow(cx, 'server.change-primary-ip', server, input, { action: 'changeServerPrimaryIp', details });
  return loadServer(cx.db, server.id);
}

/** Locks and returns the address. Throws `validation` or `not_yours` if it cannot become the main address of the server. */
async function requireAddress({ db }: MutatingCx, server: Server, id: number): Promise<IpAddress> {
  const address = await db.selectFrom('ip_addresses').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!address || address.account_id === null) throw invalid('ip_id', 'This address does not exist.');
  if (address.account_id !== server.account_id) throw new Failure('not_yours');
  if (address.server_id !== server.id) throw invalid('ip_id', 'This is not an address of this server.');
  if (address.floating_ip_id !== null)
    throw invalid('ip_id', 'A floating IP cannot be the main address, because it can move to another server.');
  if (address.main) throw invalid('ip_id', 'This is already the main address.');
  if (address.addon_id !== null) {
    const addon = await db.selectFrom('services').select('status').where('id', '=', address.addon_id).executeTakeFirst();
    if (addon?.status !== 'active') throw invalid('ip_id', 'The addon of this address is not active.');
  }
  return address;
}

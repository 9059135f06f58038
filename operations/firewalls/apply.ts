import type { Firewall } from '@innkeeper/db/schema';
import {
  addFirewallTo,
  countServersOf,
  findServerWithMore,
  type LoadedFirewall,
  loadFirewall,
  nodesOfServers,
} from '@innkeeper/db/tables/firewalls';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { propagate } from '@innkeeper/domain/firewalls/propagate';
import { requireServers } from '@innkeeper/domain/firewalls/require-servers';
import { Failure, invalid } from '@innkeeper/model/failures';

/**
 * Applies a firewall to all the servers or to none, even to locked servers. Throws `validation` for `server_ids`, `not_yours`, and
 * `not_supported` if the host of a server cannot filter.
 */
export async function applyFirewall(
  cx: MutatingCx<Customer>,
  { firewall, serverIds }: { firewall: Firewall; serverIds: readonly number[] },
): Promise<LoadedFirewall> {
  await requireServers(cx, serverIds);
  const { firewallsPerServer, serversPerFirewall } = cx.settings;
  if ((await nodesOfServers(cx.db, serverIds)).some(({ filters }) => !filters)) throw cannotFilter();
  const added = await addFirewallTo(cx.db, firewall.id, serverIds);
  if (added.length > 0) {
    if ((await countServersOf(cx.db, firewall.id)) > serversPerFirewall)
      throw invalid('server_ids', `A firewall can be applied to at most ${serversPerFirewall} servers.`);
    const full = await findServerWithMore(cx.db, added, firewallsPerServer);
    if (full !== undefined)
      throw invalid(`server_ids.${serverIds.indexOf(full)}`, `A server can have at most ${firewallsPerServer} firewalls.`);
    await audit(cx, 'applyFirewall', { kind: 'firewall', id: firewall.id }, { servers: added });
    await propagate(cx, firewall, added);
  }
  return loadFirewall(cx.db, firewall.id);
}

function cannotFilter(): Failure {
  const message = 'The host of this server does not support firewalls.';
  return new Failure('not_supported', { message });
}

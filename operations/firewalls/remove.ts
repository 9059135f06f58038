import type { Firewall } from '@innkeeper/db/schema';
import { type LoadedFirewall, loadFirewall, takeFirewallOff } from '@innkeeper/db/tables/firewalls';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { propagate } from '@innkeeper/domain/firewalls/propagate';
import { requireServers } from '@innkeeper/domain/firewalls/require-servers';

/** Removes a firewall from all the servers or from none. Throws `validation` for `server_ids`, and `not_yours`. */
export async function removeFirewall(
  cx: MutatingCx<Customer>,
  { firewall, serverIds }: { firewall: Firewall; serverIds: readonly number[] },
): Promise<LoadedFirewall> {
  await requireServers(cx, serverIds);
  const removed = await takeFirewallOff(cx.db, firewall.id, serverIds);
  if (removed.length > 0) {
    await audit(cx, 'removeFirewall', { kind: 'firewall', id: firewall.id }, { servers: removed });
    await propagate(cx, firewall, removed);
  }
  return loadFirewall(cx.db, firewall.id);
}

import type { Firewall } from '@innkeeper/db/schema';
import {
  type LoadedFirewall,
  loadFirewall,
  lockAndCountFirewalls,
  updateFirewall as writeFirewall,
} from '@innkeeper/db/tables/firewalls';
import type { Customer } from '@innkeeper/domain/actor';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { tooManyDefaults } from './create.ts';

interface UpdateFirewall {
  firewall: Firewall;
  name?: string | undefined;
  default?: boolean | undefined;
}

/**
 * Changes the name, or whether new servers get the firewall. Existing servers are not affected. Throws `validation` if too many firewalls
 * are defaults.
 */
export async function updateFirewall(cx: MutatingCx<Customer>, input: UpdateFirewall): Promise<LoadedFirewall> {
  const { firewall: before, name = before.name, default: forNewServers = before.for_new_servers } = input;
  const changed = { name: name !== before.name, default: forNewServers !== before.for_new_servers };
  if (changed.default && forNewServers) {
    const max = cx.settings.firewallsPerServer;
    if ((await lockAndCountFirewalls(cx.db, cx.actor.accountId)).forNewServers >= max) throw tooManyDefaults(max);
  }
  if (changed.name || changed.default) {
    await writeFirewall(cx.db, before.id, { name, for_new_servers: forNewServers, updated_at: cx.clock.now() });
    await audit(cx, 'updateFirewall', { kind: 'firewall', id: before.id }, changed);
  }
  return loadFirewall(cx.db, before.id);
}

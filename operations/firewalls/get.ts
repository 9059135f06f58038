import type { LoadedFirewall } from '@innkeeper/db/tables/firewalls';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a firewall with its servers. */
export async function getFirewall(_cx: Cx, { firewall }: { firewall: LoadedFirewall }): Promise<LoadedFirewall> {
  return firewall;
}

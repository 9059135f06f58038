import type { Firewall } from '@innkeeper/db/schema';
import { countServersOf, deleteFirewall as removeFirewallRow } from '@innkeeper/db/tables/firewalls';
import { audit } from '@innkeeper/domain/audit';
import type { MutatingCx } from '@innkeeper/domain/context';
import { Failure } from '@innkeeper/model/failures';

/** Deletes a firewall. Throws `wrong_state` while it is applied to a server, or its rules are still in force there. */
export async function deleteFirewall(cx: MutatingCx, { firewall }: { firewall: Firewall }): Promise<void> {
  const servers = await countServersOf(cx.db, firewall.id);
  if (servers > 0) {
    const serverCount = servers === 1 ? '1 server' : `${servers} servers`;
    throw new Failure('wrong_state', { message: `This firewall is applied to ${serverCount}. Remove it from there first.` });
  }
  await removeFirewallRow(cx.db, firewall.id);
  await audit(cx, 'deleteFirewall', { kind: 'firewall', id: firewall.id }, { name: firewall.name });
}

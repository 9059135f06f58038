/** A server's network card and the next boot of its guest get the addresses that its rows say, or others. */
import type { Nic, NicSpec } from '@innkeeper/engine/network/port';
import type { StepContext } from '../define.ts';
import { waitingParts, writeAmendment } from './access-seed.ts';
import { machineSpec } from './machine-spec.ts';
import type { OnServer } from './server.ts';

/** `change`: what differs from the rows. Returns the card as it is attached. */
export async function configureCard(
  cx: StepContext<OnServer>,
  change: (addresses: NicSpec['addresses']) => NicSpec['addresses'] = (addresses) => addresses,
): Promise<Nic> {
  const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  const attached = await cx.engine.network.attach({ ...nic, addresses: change(nic.addresses) });
  const waits = await waitingParts(cx.db, cx.input.serverId);
  await writeAmendment(cx, { waits, reapply: true, change: {}, nic: attached });
  return attached;
}

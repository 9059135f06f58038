/**
 * A server's network card, its guest and the next boot of that get the addresses that its rows say, or others. The guest is told at once by its agent.
 * One whose agent is absent, hangs, refuses or lies stops nothing: it learns them at its next boot, and its owner reads that until then.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { EngineError, type GuestAnswer } from '@innkeeper/engine/compute/port';
import type { AddressSpec, Nic, NicSpec } from '@innkeeper/engine/network/port';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { sql } from 'kysely';
import type { StepContext } from '../define.ts';
import { waitingParts, writeAmendment } from './access-seed.ts';
import { machineSpec } from './machine-spec.ts';
import type { OnServer } from './server.ts';

/** `status_reason` of a server until its guest boots. */
export const LEARNS_AT_BOOT =
  'The addresses of the server have changed, but its system has not applied them. Restart the server to apply them.';

/** `change`: what differs from the rows. Returns the card as it is attached. */
export async function configureCard(
  cx: StepContext<OnServer>,
  change: (addresses: NicSpec['addresses']) => NicSpec['addresses'] = (addresses) => addresses,
): Promise<Nic> {
  const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  const attached = await cx.engine.network.attach({ ...nic, addresses: change(nic.addresses) });
  // Before the seed, by which the engine knows what the guest was given before.
  await seedAddresses(cx, attached, await tellGuest(cx, attached));
  return attached;
}

/** Writes the addresses of a card into the seed of the next boot, and shows whether the guest waits for it by its answer. */
export async function seedAddresses(cx: StepContext<OnServer>, attached: Nic, answer: GuestAnswer): Promise<void> {
  const waits = await waitingParts(cx.db, cx.input.serverId);
  await writeAmendment(cx, { waits, reapply: true, change: {}, nic: attached });
  await showWhetherItWaits(cx, answer);
}

/** Gives the running guest these addresses, and takes those of `gone` away. A guest that can't be told answers `no_answer`. */
export async function tellGuest(
  cx: StepContext<OnServer>,
  nic: Pick<NicSpec, 'mac' | 'addresses'>,
  gone: readonly AddressSpec[] = [],
): Promise<GuestAnswer> {
  try {
    return await cx.engine.compute.guest.setAddresses(machineIdOf(cx.input.serverId), nic, gone);
  } catch (error) {
    // Whatever the guest does: it is its owner's.
    if (!(error instanceof EngineError) || !['guest', 'timeout', 'unsupported'].includes(error.kind)) throw error;
    cx.log.info({ err: error, server: cx.input.serverId }, 'the guest did not take over its addresses');
    return 'no_answer';
  }
}

/** One that is off has nothing to learn before it boots. */
async function showWhetherItWaits(cx: StepContext<OnServer>, answer: GuestAnswer): Promise<void> {
  const { serverId } = cx.input;
  const { power } = await cx.engine.compute.inspect(machineIdOf(serverId));
  const reason =
    answer === 'no_answer' && power === 'running'
      ? sql<string | null>`coalesce(status_reason, ${LEARNS_AT_BOOT})`
      : sql<string | null>`nullif(status_reason, ${LEARNS_AT_BOOT})`;
  await updateServer(cx.db, serverId, { status_reason: reason });
}

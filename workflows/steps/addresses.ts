/**
 * Configures the addresses of a server on its network card, in its guest, and in the seed of its next boot. The addresses come from the
 * rows, unless the caller changes them.
 *
 * The guest's agent applies them immediately. A guest whose agent is absent, hangs, refuses or lies blocks nothing. It applies the
 * addresses at its next boot, and its owner sees a notice until then.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import type { GuestAnswer } from '@innkeeper/engine/compute/port';
import { EngineError } from '@innkeeper/engine/error';
import type { AddressSpec, Nic, NicSpec } from '@innkeeper/engine/nic';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { sql } from 'kysely';
import type { StepContext } from '../define.ts';
import { listPendingSeedParts, writeAmendment } from './access-seed.ts';
import { machineSpec } from './machine-spec.ts';
import type { OnServer } from './server.ts';

/** `status_reason` of a server until its guest boots. */
export const LEARNS_AT_BOOT =
  'The addresses of the server have changed, but its system has not applied them. Restart the server to apply them.';

/** Configures the card and returns it as attached. `change` maps the addresses of the rows. */
export async function configureCard(
  cx: StepContext<OnServer>,
  change: (addresses: NicSpec['addresses']) => NicSpec['addresses'] = (addresses) => addresses,
): Promise<Nic> {
  const { nic } = await machineSpec(cx.db, cx.input.serverId, cx.settings.dnsResolvers);
  const attached = await cx.engine.network.attach({ ...nic, addresses: change(nic.addresses) });
  // The guest comes before the seed, from which the engine reads the guest's previous addresses.
  await seedAddresses(cx, attached, await configureGuest(cx, attached));
  return attached;
}

/** Writes the addresses of a card into the seed of the next boot, and shows whether the guest has yet to apply them. */
export async function seedAddresses(cx: StepContext<OnServer>, attached: Nic, answer: GuestAnswer): Promise<void> {
  const waits = await listPendingSeedParts(cx.db, cx.input.serverId);
  await writeAmendment(cx, { waits, reapply: true, change: {}, nic: attached });
  await updateBootNotice(cx, answer);
}

/** Sets these addresses in the running guest and removes those of `gone`. Returns `no_answer` if the guest cannot be reached. */
export async function configureGuest(
  cx: StepContext<OnServer>,
  nic: Pick<NicSpec, 'mac' | 'addresses'>,
  gone: readonly AddressSpec[] = [],
): Promise<GuestAnswer> {
  try {
    return await cx.engine.compute.guest.setAddresses(machineIdOf(cx.input.serverId), nic, gone);
  } catch (error) {
    // Errors of the guest are its owner's responsibility.
    if (!(error instanceof EngineError) || !['guest', 'timeout', 'unsupported'].includes(error.kind)) throw error;
    cx.log.info({ err: error, server: cx.input.serverId }, 'the guest did not take over its addresses');
    return 'no_answer';
  }
}

/**
 * Sets or clears the notice that the guest has yet to apply its addresses. Clears it for a guest that is off, because the next boot applies
 * the addresses.
 */
async function updateBootNotice(cx: StepContext<OnServer>, answer: GuestAnswer): Promise<void> {
  const { serverId } = cx.input;
  const { power } = await cx.engine.compute.inspect(machineIdOf(serverId));
  const reason =
    answer === 'no_answer' && power === 'running'
      ? sql<string | null>`coalesce(status_reason, ${LEARNS_AT_BOOT})`
      : sql<string | null>`nullif(status_reason, ${LEARNS_AT_BOOT})`;
  await updateServer(cx.db, serverId, { status_reason: reason });
}

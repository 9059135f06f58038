/** Steps that several workflows share. */
import { CUSTOM_IMAGE } from '@innkeeper/db/tables/images';
import type { Fault } from '@innkeeper/model/requests/fault';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { seconds } from '@innkeeper/model/time/clock';
import { type RawBuilder, sql } from 'kysely';
import { NonRetryableError, type PollAfter, pollAfter, type StepContext } from '../define.ts';

export interface OnServer {
  serverId: number;
}

/** Poll interval in milliseconds for a guest that is shutting down. A poll costs well under 10 ms. */
const POLL_INTERVAL_MS = 300;
/**
 * Fraction of the boot time so far after which a booting guest is polled again. The boot is therefore detected at most 5 % late. Polls do
 * not slow a boot that is slow already, on a busy host or without KVM.
 */
const POLL_DELAY_SHARE = 0.05;
const BOOT_POLL_MS = { min: 100, max: seconds(2) };
const SHUTDOWN_RETRY_MS = seconds(4);

/**
 * Waits until the guest has booted, and returns its boot id. A system that its owner installs from an ISO may never answer, nor may one of
 * an untested image, so these only have to run.
 */
export const waitForGuest = (cx: StepContext<OnServer>): Promise<string | null | PollAfter> => waitForBoot(cx, {});

/** Waits like `waitForGuest`. `rescue` says which system boots while the row does not yet: the rescue system always answers. */
export async function waitForBoot(cx: StepContext<OnServer>, system: { rescue?: boolean }): Promise<string | null | PollAfter> {
  const machineId = machineIdOf(cx.input.serverId);
  const seen = await cx.engine.compute.inspect(machineId);
  if (seen.power === 'running')
    return seen.up || !(await canAnswer(cx, system)) ? seen.bootId : pollAfter(pauseAtBoot(cx.elapsed));
  if (seen.power === 'absent')
    throw new NonRetryableError(
      'operator',
      'The server no longer exists on its host. Contact support.',
      `machine ${machineId} is absent while it should boot`,
    );
  // A guest may power off while it boots. Another start is harmless and usually sufficient.
  await cx.engine.compute.start(machineId);
  return pollAfter(seconds(1));
}

/** Part of a step that boots a server: the row shows the boot from the start of the step on. */
export const showBooting = {
  beginsWith: ({ serverId }: OnServer, held: RawBuilder<boolean>) =>
    sql`update server_details set power = 'booting', updated_at = clock_timestamp() where id = ${serverId} and ${held}`,
};

/** Part of a step that waits for a guest that its owner could change. A guest that does not come back is the owner's fault. */
export const ownGuest = { faultOnTimeout: (): Fault => 'customer' };

const pauseAtBoot = (elapsedMs: number): number =>
  Math.min(BOOT_POLL_MS.max, Math.max(BOOT_POLL_MS.min, elapsedMs * POLL_DELAY_SHARE));

async function canAnswer({ db, input }: StepContext<OnServer>, { rescue }: { rescue?: boolean }): Promise<boolean> {
  const server = await db
    .selectFrom('servers')
    .innerJoin('images', 'images.id', 'servers.image_id')
    .select(['images.key', 'images.reports', 'servers.boot_iso', 'servers.rescue'])
    .where('servers.id', '=', input.serverId)
    .executeTakeFirst();
  if (server === undefined || (rescue ?? server.rescue)) return true;
  return !(server.key === CUSTOM_IMAGE || server.reports === 'none' || server.boot_iso);
}

interface ShutdownOptions {
  /** Grace period in milliseconds for a guest without an answering agent, by default that of all guests. */
  unansweredGraceMs?: number;
}

/**
 * Requests the guest to shut down, repeatedly, because a guest that is still booting misses the request. After the grace period the server
 * is powered off.
 */
export async function shutdown(
  cx: StepContext<OnServer>,
  { unansweredGraceMs }: ShutdownOptions = {},
): Promise<undefined | PollAfter> {
  const machineId = machineIdOf(cx.input.serverId);
  const { power, up } = await cx.engine.compute.inspect(machineId);
  if (power !== 'running') return undefined;
  const graceMs = up ? cx.settings.shutdownGraceMs : Math.min(unansweredGraceMs ?? Infinity, cx.settings.shutdownGraceMs);
  if (cx.elapsed > graceMs) {
    await cx.engine.compute.powerOff(machineId);
    return pollAfter(POLL_INTERVAL_MS);
  }
  if (cx.elapsed % SHUTDOWN_RETRY_MS < POLL_INTERVAL_MS * 2) await cx.engine.compute.requestShutdown(machineId);
  return pollAfter(POLL_INTERVAL_MS);
}

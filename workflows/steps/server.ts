/** Steps that several workflows share. */
import { CUSTOM_IMAGE } from '@innkeeper/db/tables/images';
import { seconds } from '@innkeeper/model/clock';
import type { Fault } from '@innkeeper/model/fault';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type RawBuilder, sql } from 'kysely';
import { type Again, again, NonRetryableError, type StepContext } from '../define.ts';

export interface OnServer {
  serverId: number;
}

/** How often a guest that shuts down is looked at; a look costs well under 10 ms. */
const LOOK_AGAIN_MS = 300;
/**
 * One that boots is looked at after each twentieth of the time it took so far: what is seen is late by a twentieth at most, and a
 * slow boot, which is one on a busy host or without KVM, is not slowed further by being asked how far it is.
 */
const LOOKS_LATE_BY = 0.05;
const LOOK_AT_BOOT_MS = { least: 100, most: seconds(2) };
const ASK_AGAIN_MS = seconds(4);

/**
 * Waits until the guest has booted; its boot id is what is remembered. A system that its owner installs from an ISO may never
 * answer, so it is enough that it runs.
 */
export async function waitForGuest(cx: StepContext<OnServer>): Promise<string | null | Again> {
  const machineId = machineIdOf(cx.input.serverId);
  const seen = await cx.engine.compute.inspect(machineId);
  if (seen.power === 'running') return seen.up || !(await canAnswer(cx)) ? seen.bootId : again(pauseAtBoot(cx.elapsed));
  if (seen.power === 'absent')
    throw new NonRetryableError(
      'operator',
      'The server no longer exists on its host. Contact support.',
      `machine ${machineId} is absent while it should boot`,
    );
  // A guest may end by itself while it boots; one more start is harmless and often enough.
  await cx.engine.compute.start(machineId);
  return again(seconds(1));
}

/** For a step that boots a server: its row says so from the begin of the step on. */
export const showBooting = {
  beginsWith: ({ serverId }: OnServer, held: RawBuilder<boolean>) =>
    sql`update server_details set power = 'booting', updated_at = clock_timestamp() where id = ${serverId} and ${held}`,
};

/** For a step that waits for a guest that its owner could change: if it does not come back, its owner has to mend it. */
export const ownGuest = { late: (): Fault => 'customer' };

const pauseAtBoot = (elapsedMs: number): number =>
  Math.min(LOOK_AT_BOOT_MS.most, Math.max(LOOK_AT_BOOT_MS.least, elapsedMs * LOOKS_LATE_BY));

async function canAnswer({ db, input }: StepContext<OnServer>): Promise<boolean> {
  const server = await db
    .selectFrom('servers')
    .innerJoin('images', 'images.id', 'servers.image_id')
    .select(['images.key', 'servers.boot_iso', 'servers.rescue'])
    .where('servers.id', '=', input.serverId)
    .executeTakeFirst();
  return server === undefined || server.rescue || !(server.key === CUSTOM_IMAGE || server.boot_iso);
}

interface ShutdownOptions {
  /** The grace of a guest whose agent does not answer, when it is another one. */
  unansweredGraceMs?: number;
}

/**
 * Asks a guest to shut down, repeatedly, since a guest that is still booting misses the request; when its grace period is over
 * the server is powered off.
 */
export async function shutdown(
  cx: StepContext<OnServer>,
  { unansweredGraceMs }: ShutdownOptions = {},
): Promise<undefined | Again> {
  const machineId = machineIdOf(cx.input.serverId);
  const { power, up } = await cx.engine.compute.inspect(machineId);
  if (power !== 'running') return undefined;
  const graceMs = up ? cx.settings.shutdownGraceMs : Math.min(unansweredGraceMs ?? Infinity, cx.settings.shutdownGraceMs);
  if (cx.elapsed > graceMs) {
    await cx.engine.compute.powerOff(machineId);
    return again(LOOK_AGAIN_MS);
  }
  if (cx.elapsed % ASK_AGAIN_MS < LOOK_AGAIN_MS * 2) await cx.engine.compute.requestShutdown(machineId);
  return again(LOOK_AGAIN_MS);
}

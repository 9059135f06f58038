/** How the power workflows end: the row says what is true now, whether the act succeeded or not. */
import type { SeedPart } from '@innkeeper/db/schema';
import { keyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { powerOf } from '@innkeeper/model/states/server-power';
import { sql } from 'kysely';
import type { EndContext, StepContext } from '../define.ts';
import type { OnServer } from './server.ts';

export type { OnServer } from './server.ts';

/**
 * The undo of a power action, which cannot be reversed: the server's row gets the power that the engine reports now. While the
 * engine does not answer, the undo is retried, and the operator gets an alert.
 */
export async function observePower(cx: StepContext<OnServer>): Promise<void> {
  const seen = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
  // What follows from a crash is the watch's to decide, at its next look.
  if (seen.power === 'crashed') return;
  const { bootId } = seen;
  await updateServer(cx.db, cx.input.serverId, { power: powerOf(seen), ...(bootId ? { boot_id: bootId } : {}) });
}

/** The undo of a shutdown: what ran before runs again. */
export async function startAgain(cx: StepContext<OnServer & { wasOff: boolean }>): Promise<void> {
  if (!cx.input.wasOff) await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  await observePower(cx);
}

export async function endRunning(cx: EndContext<OnServer>): Promise<void> {
  const bootId = typeof cx.memory.wait === 'string' ? cx.memory.wait : null;
  // Whoever ordered it has seen to what made it crash, or wants to see: it is started again as often as any.
  await updateServer(cx.db, cx.input.serverId, { ...booted(bootId), crash_starts: [] });
  await crashIsSettled(cx);
}

/**
 * The columns after a boot: the guest runs, and has applied the waiting parts of its seed, unless it is the rescue system.
 * Reasons for being off are cleared.
 */
export function booted(bootId: string | null) {
  const waits = sql<SeedPart[]>`case when rescue then seed_waits else '{}' end`;
  return { power: 'running' as const, boot_id: bootId, seed_waits: waits, status_reason: null, crashed_at: null };
}

export async function endStopped(cx: EndContext<OnServer>): Promise<void> {
  const { db, input } = cx;
  // Off by will from here on: what is told of a crash, or of a full disk, is over.
  const reason = sql<string | null>`case when crashed_at is null and power <> 'stalled' then status_reason end`;
  await updateServer(db, input.serverId, { power: 'stopped', status_reason: reason, crashed_at: null });
  await crashIsSettled(cx);
}

/** Closes the alert of a guest that crashed too often, since somebody has acted on it. */
async function crashIsSettled({ db, input, clock }: EndContext<OnServer>): Promise<void> {
  await resolveAlerts(db, { kind: 'server_crashed', key: keyOf({ kind: 'server', id: input.serverId }) }, clock.now());
}

/** `observePower` has written the power already. */
export async function endAsSeen(): Promise<void> {}

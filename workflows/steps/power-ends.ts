/** Undos and ends of power workflows. The row records the actual power state, whether or not the action succeeded. */
import type { SeedPart } from '@innkeeper/db/schema';
import { alertKeyOf, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { powerOf } from '@innkeeper/model/states/server-power';
import { sql } from 'kysely';
import type { EndContext, StepContext } from '../define.ts';
import type { OnServer } from './server.ts';

export type { OnServer } from './server.ts';

/**
 * Records the power state that the engine reports. Serves as the undo of power actions, which cannot be reversed. While the engine does not
 * answer, the undo is retried, and the operator gets an alert.
 */
export async function observePower(cx: StepContext<OnServer>): Promise<void> {
  const seen = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
  // The watch handles the crash when it next polls.
  if (seen.power === 'crashed') return;
  const { bootId } = seen;
  await updateServer(cx.db, cx.input.serverId, { power: powerOf(seen), ...(bootId ? { boot_id: bootId } : {}) });
}

/** Undoes a shutdown: starts the server if it was running before. */
export async function undoShutdown(cx: StepContext<OnServer & { wasOff: boolean }>): Promise<void> {
  if (!cx.input.wasOff) await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  await observePower(cx);
}

/** Records a running server after a successful start, and resolves the crash alert. */
export async function endRunning(cx: EndContext<OnServer>): Promise<void> {
  const bootId = typeof cx.memory.wait === 'string' ? cx.memory.wait : null;
  // A requested start resets the count of crashes, because the owner has fixed the cause or is about to look for it.
  await updateServer(cx.db, cx.input.serverId, { ...booted(bootId), crash_starts: [] });
  await resolveCrashAlert(cx);
}

/**
 * Returns the columns of a server whose guest has booted. The boot has applied the waiting parts of the seed, except in rescue mode. Clears
 * the status reason and the time of a crash.
 */
export function booted(bootId: string | null) {
  const waits = sql<SeedPart[]>`case when rescue then seed_waits else '{}' end`;
  return { power: 'running' as const, boot_id: bootId, seed_waits: waits, status_reason: null, crashed_at: null };
}

/** Records a stopped server after a successful stop, and resolves the crash alert. */
export async function endStopped(cx: EndContext<OnServer>): Promise<void> {
  const { db, input } = cx;
  // The server is now off on purpose, so the status reason of a crash or full disk no longer applies.
  const reason = sql<string | null>`case when crashed_at is null and power <> 'stalled' then status_reason end`;
  await updateServer(db, input.serverId, { power: 'stopped', status_reason: reason, crashed_at: null });
  await resolveCrashAlert(cx);
}

/** Resolves the alert of a guest that crashed too often, because a person has acted on it. */
async function resolveCrashAlert({ db, input, clock }: EndContext<OnServer>): Promise<void> {
  await resolveAlerts(db, { kind: 'server_crashed', key: alertKeyOf({ kind: 'server', id: input.serverId }) }, clock.now());
}

/** Writes nothing: `observePower` has already recorded the power state. */
export async function endUnchanged(): Promise<void> {}

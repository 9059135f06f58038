/** How the power workflows end: the row says what is true now, whether the act succeeded or not. */
import type { SeedPart } from '@innkeeper/db/schema';
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { powerOf } from '@innkeeper/model/states/server-power';
import { sql } from 'kysely';
import type { EndContext, StepContext } from './define.ts';
import type { OnServer } from './server-steps.ts';

export type { OnServer } from './server-steps.ts';

/**
 * The undo of a press: it can't be unpressed, so what runs now is looked up and written down, and the lock may go. An
 * engine that does not answer keeps the workflow going back, which alerts the operator.
 */
export async function seeWhatRuns(cx: StepContext<OnServer>): Promise<void> {
  const { power, bootId } = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
  await updateServer(cx.db, cx.input.serverId, { power: powerOf(power), ...(bootId ? { boot_id: bootId } : {}) });
}

/** The undo of a shutdown: what ran before runs again. */
export async function startAgain(cx: StepContext<OnServer & { wasOff: boolean }>): Promise<void> {
  if (!cx.input.wasOff) await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  await seeWhatRuns(cx);
}

export async function endRunning(cx: EndContext<OnServer>): Promise<void> {
  const bootId = typeof cx.memory.answer === 'string' ? cx.memory.answer : null;
  await updateServer(cx.trx, cx.input.serverId, booted(bootId));
}

/** What the row says after a boot: its guest runs, and has taken what waited for it; a rescue system takes nothing. Why it was off is over. */
export function booted(bootId: string | null) {
  const waits = sql<SeedPart[]>`case when rescue then seed_waits else '{}' end`;
  return { power: 'running' as const, boot_id: bootId, seed_waits: waits, status_reason: null };
}

export async function endStopped(cx: EndContext<OnServer>): Promise<void> {
  await updateServer(cx.trx, cx.input.serverId, { power: 'stopped' });
}

/** `seeWhatRuns` has written the truth already. */
export async function endAsSeen(): Promise<void> {}

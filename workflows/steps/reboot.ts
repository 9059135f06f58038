/**
 * The steps of a reboot. The current boot id is stored first, so that a replay after a crash does not reboot a second time. A guest that is
 * off by then is started instead.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { seconds } from '@innkeeper/model/time/clock';
import { type PollAfter, pollAfter, type StepContext } from '../define.ts';
import { type OnServer, waitForGuest } from './server.ts';

/** Returns the current boot id, which is stored as the result of the step `inspect`. */
export async function readBootId(cx: StepContext<OnServer>): Promise<string | null> {
  return (await cx.engine.compute.inspect(machineIdOf(cx.input.serverId))).bootId;
}

/** Reboots the guest unless its boot is newer than the stored one. A guest that is off is started. */
export async function reboot(cx: StepContext<OnServer>): Promise<undefined> {
  const machineId = machineIdOf(cx.input.serverId);
  await updateServer(cx.db, cx.input.serverId, { power: 'booting' });
  const seen = await cx.engine.compute.inspect(machineId);
  if (seen.power === 'running') await cx.engine.compute.reboot(machineId, notedBootId(cx), cx.signal);
  else await cx.engine.compute.start(machineId);
}

/** Waits like `waitForGuest`, but ignores the old boot, whose agent may still answer for a moment. */
export async function waitForNewBoot(cx: StepContext<OnServer>): Promise<string | null | PollAfter> {
  const answer = await waitForGuest(cx);
  const before = notedBootId(cx);
  return before !== null && answer === before ? pollAfter(seconds(0.3)) : answer;
}

function notedBootId(cx: StepContext<OnServer>): string | null {
  return typeof cx.memory.inspect === 'string' ? cx.memory.inspect : null;
}

/**
 * Reboots a running server. The boot id that shall end is noted first, so that a replay after a crash does not reboot a
 * second time; a guest that turns out to be off is booted instead.
 */
import { updateServer } from '@innkeeper/db/tables/servers';
import { minutes, seconds } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type Again, again, defineWorkflow, type StepContext } from './define.ts';
import { endAsSeen, endRunning, type OnServer, seeWhatRuns } from './power-ends.ts';
import { guestAnswers } from './server-steps.ts';

export const serverRestart = defineWorkflow<OnServer>({
  kind: 'server.restart',
  apology: 'The server did not come back from its restart. Please try again, or ask for help.',
  steps: [
    { name: 'note', run: note, undo: { why: 'it only looks' }, attempts: 5, deadlineMs: minutes(1) },
    { name: 'press', run: press, undo: seeWhatRuns, attempts: 4, deadlineMs: minutes(5) },
    { name: 'answer', run: answerAnew, undo: { why: 'it only looks' }, attempts: 20, deadlineMs: minutes(10) },
  ],
  finish: endRunning,
  undone: endAsSeen,
});

/** The boot id that shall end. */
export async function note(cx: StepContext<OnServer>) {
  return (await cx.engine.compute.inspect(machineIdOf(cx.input.serverId))).bootId;
}

export async function press(cx: StepContext<OnServer>) {
  const machineId = machineIdOf(cx.input.serverId);
  await updateServer(cx.db, cx.input.serverId, { power: 'booting' });
  const seen = await cx.engine.compute.inspect(machineId);
  if (seen.power === 'running') await cx.engine.compute.reboot(machineId, notedBootId(cx));
  else await cx.engine.compute.start(machineId);
  return undefined;
}

/** As `guestAnswers`, but the old boot does not count: its agent may go on answering for a moment. */
export async function answerAnew(cx: StepContext<OnServer>): Promise<string | null | Again> {
  const answer = await guestAnswers(cx);
  const before = notedBootId(cx);
  return before !== null && answer === before ? again(seconds(0.3)) : answer;
}

function notedBootId(cx: StepContext<OnServer>): string | null {
  return typeof cx.memory.note === 'string' ? cx.memory.note : null;
}

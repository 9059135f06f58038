/** Boots a server that is off, and waits until its guest answers. */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { minutes } from '@innkeeper/model/clock';
import { machineIdOf } from '@innkeeper/model/machine-names';
import { type Again, defineWorkflow, NonRetryableError, type Step, type StepContext } from '../define.ts';
import { endAsSeen, endRunning, observePower } from '../steps/power-ends.ts';
import { showBooting, waitForGuest } from '../steps/server.ts';

type Input = InputOf<'server.start'>;

/** A guest that its owner broke is its owner's affair; one that does not come back with its host is not. */
const late = ({ afterHost }: Input) => (afterHost ? 'operator' : 'customer');

/** Shared with the workflows that start a server without a request. */
export const startSteps: readonly Step<Input>[] = [
  { name: 'start', run: start, undo: observePower, ...showBooting, attempts: 4, deadlineMs: minutes(3) },
  { name: 'wait', run: answerOrCrash, undo: { why: 'it only looks' }, late, attempts: 20, deadlineMs: minutes(10) },
];

export const serverStart = defineWorkflow<Input>({
  kind: 'server.start',
  failureMessage: 'The server did not start. Try again, or contact support.',
  steps: startSteps,
  finish: endRunning,
  undone: endAsSeen,
});

async function start(cx: StepContext<Input>) {
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  return undefined;
}

/** One that crashes is not started again and again from here: how often that helps is counted (`watch/start-crashed.ts`). */
async function answerOrCrash(cx: StepContext<Input>): Promise<string | null | Again> {
  const { power } = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
  if (power === 'crashed') throw new NonRetryableError('customer', 'The server crashed while it started.', 'its process ended');
  return waitForGuest(cx);
}

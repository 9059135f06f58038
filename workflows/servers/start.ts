/** Boots a server that is off, and waits until its guest answers. */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, NonRetryableError, type PollAfter, type Step, type StepContext } from '../define.ts';
import { endRunning, endUnchanged, observePower } from '../steps/power-ends.ts';
import { showBooting, waitForGuest } from '../steps/server.ts';

type Input = InputOf<'server.start'>;

/** Returns the fault of a guest that does not answer: the customer's, or the operator's after an outage of the host. */
const timeoutFault = ({ afterHost }: Input) => (afterHost ? 'operator' : 'customer');

/** Steps that are shared with workflows that start a server without a request. */
export const startSteps: readonly Step<Input>[] = [
  { name: 'start', run: start, undo: observePower, ...showBooting, attempts: 4, deadlineMs: minutes(3) },
  {
    name: 'wait',
    run: answerOrCrash,
    undo: { why: 'it only looks' },
    faultOnTimeout: timeoutFault,
    attempts: 20,
    deadlineMs: minutes(10),
  },
];

export const serverStart = defineWorkflow<Input>({
  kind: 'server.start',
  failureMessage: 'The server did not start. Try again, or contact support.',
  steps: startSteps,
  finish: endRunning,
  undone: endUnchanged,
});

async function start(cx: StepContext<Input>) {
  await cx.engine.compute.start(machineIdOf(cx.input.serverId));
  return undefined;
}

/** Waits for the guest. Throws if the guest crashes: `watch/start-crashed.ts` decides about restarts and counts them. */
async function answerOrCrash(cx: StepContext<Input>): Promise<string | null | PollAfter> {
  const { power } = await cx.engine.compute.inspect(machineIdOf(cx.input.serverId));
  if (power === 'crashed') throw new NonRetryableError('customer', 'The server crashed while it started.', 'its process ended');
  return waitForGuest(cx);
}

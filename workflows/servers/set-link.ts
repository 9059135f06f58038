/** Sets the network link of a server down or up. The setting persists across restarts of the guest. */
import { updateServer } from '@innkeeper/db/tables/servers';
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, type StepContext } from '../define.ts';

type Input = InputOf<'server.set-link'>;

export const serverSetLink = defineWorkflow<Input>({
  kind: 'server.set-link',
  failureMessage: 'The network link of the server could not be changed.',
  steps: [
    {
      name: 'set-link',
      run: (cx) => setLink(cx, cx.input.up),
      undo: async (cx) => void (await setLink(cx, !cx.input.up)),
      attempts: 5,
      deadlineMs: minutes(2),
    },
  ],
  finish: ({ db, input }) => updateServer(db, input.serverId, { network_suspended: !input.up }),
  undone: async () => {},
});

async function setLink(cx: StepContext<Input>, up: boolean): Promise<undefined> {
  await cx.engine.compute.setLink(machineIdOf(cx.input.serverId), up);
}

/**
 * Removes what a node still has of a server that has moved away while the node was lost (domain/workflows/end-move.ts). It waits for the
 * worker of that node without a time limit. It takes no lock, so it waits while another workflow has the server.
 */
import type { InputOf } from '@innkeeper/domain/workflows/kinds';
import { days, minutes } from '@innkeeper/model/time/clock';
import { defineWorkflow, pollAfter, type StepContext } from '../define.ts';
import { removeMachine } from '../steps/moves.ts';

type Input = InputOf<'server.remove-remains'>;
type Cx = StepContext<Input>;

export const serverRemoveRemains = defineWorkflow<Input>({
  kind: 'server.remove-remains',
  failureMessage: 'The remains of the server on its old host could not be removed.',
  steps: [
    {
      name: 'remove',
      node: ({ from }) => from,
      run: async (cx) => ((await removeRemains(cx)) ? undefined : pollAfter(minutes(1))),
      // Remains must not stay, and an undo is repeated without limit.
      undo: async (cx) => {
        if (!(await removeRemains(cx))) throw new Error('another workflow has the server');
      },
      attempts: 20,
      deadlineMs: days(1),
    },
  ],
  finish: async () => {},
  undone: async () => {},
});

/** Removes the machine, unless the server is back on this node. Returns false while another workflow has the server. */
async function removeRemains(cx: Cx): Promise<boolean> {
  const { serverId, from } = cx.input;
  const server = await cx.db
    .selectFrom('servers')
    .leftJoin('locks', (join) => join.on('locks.kind', '=', 'server').onRef('locks.resource_id', '=', 'servers.id'))
    .select(['servers.node_id', 'locks.kind as locked'])
    .where('servers.id', '=', serverId)
    .executeTakeFirst();
  if (server?.node_id === from) return true;
  if (server?.locked) return false;
  await removeMachine(cx);
  return true;
}

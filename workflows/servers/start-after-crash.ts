/** Starts a crashed guest again. The owner did not request it, so the status reason records the crash. */
import { lockServer, updateServer } from '@innkeeper/db/tables/servers';
import { crashIsOver } from '@innkeeper/model/states/crash-starts';
import { defineWorkflow, type EndContext } from '../define.ts';
import { booted, endUnchanged, type OnServer } from '../steps/power-ends.ts';
import { startSteps } from './start.ts';

export const serverStartAfterCrash = defineWorkflow<OnServer>({
  kind: 'server.start-after-crash',
  failureMessage: 'The server did not start after its crash. Start it, or contact support.',
  steps: startSteps,
  finish,
  undone: endUnchanged,
});

async function finish({ db, input, memory }: EndContext<OnServer>): Promise<void> {
  const server = await lockServer(db, input.serverId);
  if (!server) return;
  await updateServer(db, server.id, {
    ...booted(typeof memory.wait === 'string' ? memory.wait : null),
    status_reason: server.crashed_at && crashIsOver(server.crashed_at),
  });
}

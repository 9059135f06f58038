import type { Server } from '@innkeeper/db/schema';
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import { nodeOf } from '@innkeeper/domain/console/running';
import type { Cx } from '@innkeeper/domain/context';
import { machineIdOf } from '@innkeeper/model/machine-names';

/** Returns the screen as PNG. Throws `wrong_state` if the server has just stopped, and `not_supported`. */
export async function getConsoleScreenshot(cx: Cx, input: { server: Server }, guestsOn: GuestsOn): Promise<Buffer> {
  const { server } = input;
  return guestsOn(await nodeOf(cx.db, server)).screenshot(machineIdOf(server.id));
}

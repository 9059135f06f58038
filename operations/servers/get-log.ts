import type { Server } from '@innkeeper/db/schema';
import type { GuestsOn } from '@innkeeper/domain/console/guests';
import { plainText } from '@innkeeper/domain/console/plain-text';
import { nodeOf } from '@innkeeper/domain/console/running';
import type { Cx } from '@innkeeper/domain/context';
import { machineIdOf } from '@innkeeper/model/machine-names';

const MAX_BYTES = 64 * 1024;

/** Returns the end of the serial console, or an empty string for a server without one. Throws `not_supported`. */
export async function getConsoleLog(cx: Cx, input: { server: Server }, guestsOn: GuestsOn): Promise<string> {
  const { server } = input;
  if (server.power === 'absent') return '';
  const bytes = await guestsOn(await nodeOf(cx.db, server)).consoleLog(machineIdOf(server.id));
  return plainText(bytes.subarray(-MAX_BYTES));
}

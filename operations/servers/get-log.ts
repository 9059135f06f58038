import type { GuestsOn } from '@innkeeper/domain/console/guests';
import { plainText } from '@innkeeper/domain/console/plain-text';
import { ownServerToWatch } from '@innkeeper/domain/console/running';
import type { Cx } from '@innkeeper/domain/context';
import { machineIdOf } from '@innkeeper/model/machine-names';

const MOST_BYTES = 64 * 1024;

/** The end of the serial console; empty for a server that has none. Throws `not_found`, `not_yours`, `not_supported`. */
export async function getConsoleLog(cx: Cx, input: { server: number }, guestsOn: GuestsOn): Promise<string> {
  const server = await ownServerToWatch(cx, input.server);
  if (server.power === 'absent') return '';
  const bytes = await guestsOn(server.node).consoleLog(machineIdOf(server.id));
  return plainText(bytes.subarray(-MOST_BYTES));
}

import { machineIdOf } from '@innkeeper/model/machine-names';
import type { Cx } from '../context.ts';
import type { Guests } from './guests.ts';
import { plainText } from './plain-text.ts';
import { ownServerToWatch } from './running.ts';

const MOST_BYTES = 64 * 1024;

/** The end of the serial console; empty for a server that has none. Throws `not_found`, `not_yours`, `not_supported`. */
export async function getConsoleLog(cx: Cx, input: { server: number }, guests: Guests): Promise<string> {
  const server = await ownServerToWatch(cx, input.server);
  if (server.power === 'absent') return '';
  const bytes = await guests.consoleLog(machineIdOf(server.id));
  return plainText(bytes.subarray(-MOST_BYTES));
}

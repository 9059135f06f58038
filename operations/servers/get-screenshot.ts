import type { GuestsOn } from '@innkeeper/domain/console/guests';
import { ownServerToWatch, refuseUnlessRunning } from '@innkeeper/domain/console/running';
import type { Cx } from '@innkeeper/domain/context';
import { machineIdOf } from '@innkeeper/model/machine-names';

/** A PNG of the screen. Throws `not_found`, `not_yours`, `wrong_state`, `not_supported`. */
export async function getConsoleScreenshot(cx: Cx, input: { server: number }, guestsOn: GuestsOn): Promise<Buffer> {
  const server = await ownServerToWatch(cx, input.server);
  refuseUnlessRunning(server);
  return guestsOn(server.node).screenshot(machineIdOf(server.id));
}

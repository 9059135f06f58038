import { machineIdOf } from '@innkeeper/model/machine-names';
import type { Cx } from '../context.ts';
import type { Guests } from './guests.ts';
import { ownServerToWatch, refuseUnlessRunning } from './running.ts';

/** A PNG of the screen. Throws `not_found`, `not_yours`, `wrong_state`, `not_supported`. */
export async function getConsoleScreenshot(cx: Cx, input: { server: number }, guests: Guests): Promise<Buffer> {
  const server = await ownServerToWatch(cx, input.server);
  refuseUnlessRunning(server);
  return guests.screenshot(machineIdOf(server.id));
}

import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '@innkeeper/domain/context';
import { waitToEnd } from '@innkeeper/domain/servers/end-wait';
import { pressPower } from '@innkeeper/domain/servers/power-action';
import { POWER_OFF_ENDS } from '@innkeeper/model/states/guest-waits';

/**
 * Pulls the plug at once. A start, stop or restart that waits for the guest is ended, and so is the way into or out of rescue
 * mode while it waits for the guest to shut down. Throws `not_found`, `not_yours`, `locked`, `wrong_state`.
 */
export async function powerOffServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  const over = await waitToEnd(cx, input.server, POWER_OFF_ENDS);
  return pressPower(cx, input.server, { verb: 'power-off', operation: 'powerOffServer', over });
}

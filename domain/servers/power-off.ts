import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '../context.ts';
import { pressPower } from './press-power.ts';

/** Pulls the plug at once. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export function powerOffServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  return pressPower(cx, input.server, 'power_off', 'powerOffServer');
}

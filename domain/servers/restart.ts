import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '../context.ts';
import { pressPower } from './press-power.ts';

/** Reboots a running server, and starts a stopped one. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export function restartServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  return pressPower(cx, input.server, { verb: 'restart', operation: 'restartServer' });
}

import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { MutatingCx } from '../context.ts';
import { pressPower } from './press-power.ts';

/** Boots a stopped server. Throws `not_found`, `not_yours`, `locked`, `wrong_state`. */
export function startServer(cx: MutatingCx, input: { server: number }): Promise<LoadedServer> {
  return pressPower(cx, input.server, { verb: 'start', operation: 'startServer' });
}

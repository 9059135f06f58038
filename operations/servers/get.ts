import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { Cx } from '@innkeeper/domain/context';

/** All that a server shows. */
export async function getServer(_cx: Cx, input: { server: LoadedServer }): Promise<LoadedServer> {
  return input.server;
}

import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { Cx } from '@innkeeper/domain/context';

/** Returns a server with all fields that the API shows. */
export async function getServer(_cx: Cx, input: { server: LoadedServer }): Promise<LoadedServer> {
  return input.server;
}

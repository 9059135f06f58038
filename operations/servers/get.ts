import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { Cx } from '@innkeeper/domain/context';

/** A server with everything that the API shows of it. */
export async function getServer(_cx: Cx, input: { server: LoadedServer }): Promise<LoadedServer> {
  return input.server;
}

import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { RequestCx } from '@innkeeper/domain/context';
import { ownedBy } from '@innkeeper/domain/own';

/** Throws `not_found`, `not_yours`. Requests of the same moment share one statement (`cx.load`). */
export async function getServer(cx: RequestCx, input: { server: number }): Promise<LoadedServer> {
  return ownedBy(cx, await cx.load.server(input.server));
}

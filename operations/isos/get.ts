import type { LoadedIso } from '@innkeeper/db/tables/isos';
import type { Cx } from '@innkeeper/domain/context';

/** Returns an ISO file with the caller's servers that have it in a drive. */
export async function getIso(_cx: Cx, input: { iso: LoadedIso }): Promise<LoadedIso> {
  return input.iso;
}

/** Copies that a request names as the source of a disk. */
import type { Copy, CopyKind } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { requireReference } from '../resources/references.ts';

export interface NamedCopy {
  kind: CopyKind;
  id: number;
}

/** Returns the request field that names the copy. */
export const fieldOf = ({ kind }: Pick<NamedCopy, 'kind'>): string => `${kind}_id`;

/**
 * Returns the caller's complete copy, of any server, and locks it against deletion until the transaction ends.
 *
 * Throws `validation` for its field if the copy is missing, larger than the disk, or on another node than `nodeId`. Throws `not_yours` for
 * a copy of another account.
 */
export async function requireCopy(
  cx: MutatingCx,
  named: NamedCopy,
  disk: { gb: number; of: string; nodeId?: number },
): Promise<Copy> {
  const copy = await requireReference(cx, named.kind, named.id, fieldOf(named));
  requireDiskFor(copy, disk);
  if (copy.node_id !== null && disk.nodeId !== undefined && copy.node_id !== disk.nodeId) {
    throw invalid(
      fieldOf(named),
      `This ${named.kind} is on another host than the server. Deploy a new server from the ${named.kind} instead.`,
    );
  }
  return copy;
}

/** Throws `validation` for the copy's field if the disk is smaller than the copy. */
export function requireDiskFor(copy: Copy, disk: { gb: number; of: string }): void {
  if (copy.size_gb <= disk.gb) return;
  throw invalid(
    fieldOf(copy),
    `This ${copy.kind} needs a disk of at least ${copy.size_gb} GB, but the ${disk.of} has ${disk.gb} GB.`,
  );
}

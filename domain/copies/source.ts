/** A copy that a request names as the source of a disk. */
import type { Copy, CopyKind } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { requireReference } from '../resources/references.ts';

export interface NamedCopy {
  kind: CopyKind;
  id: number;
}

/** The field of the request that names it. */
export const fieldOf = ({ kind }: Pick<NamedCopy, 'kind'>): string => `${kind}_id`;

/**
 * The caller's complete copy, of any server; it cannot be deleted until the transaction ends. Throws `validation` under its field
 * when it is not there, larger than the disk, or on the disk of another node than `nodeId`, `not_yours` for another account's.
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

/** Throws `validation` under the copy's field if the disk is smaller than the copy. */
export function requireDiskFor(copy: Copy, disk: { gb: number; of: string }): void {
  if (copy.size_gb <= disk.gb) return;
  throw invalid(
    fieldOf(copy),
    `This ${copy.kind} needs a disk of at least ${copy.size_gb} GB, but the ${disk.of} has ${disk.gb} GB.`,
  );
}

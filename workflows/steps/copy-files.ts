/** Locates the files of copies in their stores, and fetches them to the node. */
import { findCopy } from '@innkeeper/db/tables/copies';
import type { CopyStore, FileProperties, Transfer } from '@innkeeper/engine/copies/port';
import { EngineError } from '@innkeeper/engine/error';
import { NonRetryableError, type StepContext } from '../define.ts';

type Cx = Pick<StepContext<unknown>, 'db' | 'engine' | 'signal' | 'progress' | 'workflowId'>;

/** Returns progress callback and abort signal of a step, for a transfer. */
export function transferOf({ progress, signal }: Pick<Cx, 'progress' | 'signal'>): Transfer {
  return { onPercent: (percent) => void progress(percent), signal };
}

/** Returns the store, key and facts of a copy. Throws `NonRetryableError` if the copy has no file. */
export async function locateCopy(
  { db, engine }: Cx,
  copyId: number,
): Promise<{ place: CopyStore; key: string; facts: FileProperties }> {
  const copy = await findCopy(db, copyId);
  if (!copy?.target || !copy.object_key)
    throw new NonRetryableError('operator', 'The copy no longer exists.', `copy ${copyId} is nowhere`);
  // An incomplete copy has no size and hash yet. The caller that verifies it provides them.
  const facts = { bytes: Number(copy.bytes ?? 0), sha256: copy.sha256 ?? '' };
  return { place: engine.copies.store(copy.target), key: copy.object_key, facts };
}

/** Fetches a copy to the node, verifies it, and returns its path. */
export async function fetchCopy(cx: Cx, copyId: number): Promise<string> {
  const { place, key, facts } = await locateCopy(cx, copyId);
  const path = await cx.engine.copies.scratch(fetchedName(cx));
  try {
    await place.get(key, { path, ...facts }, transferOf(cx));
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (error.kind === 'image')
      throw new NonRetryableError(
        'operator',
        'The copy is damaged and cannot be used. Choose another copy.',
        error.message,
        error,
      );
    if (error.kind === 'absent') throw new NonRetryableError('operator', 'The copy no longer exists.', error.message, error);
    if (error.kind === 'disk_full')
      throw new NonRetryableError(
        'operator',
        'There is not enough disk space to fetch the copy. Try again later.',
        error.message,
        error,
      );
    throw error;
  }
  return path;
}

/** Returns the path of the fetched copy of this workflow. */
export function fetchedCopy(cx: Pick<Cx, 'engine' | 'workflowId'>): Promise<string> {
  return cx.engine.copies.scratch(fetchedName(cx));
}

/** Deletes the fetched copy of this workflow. */
export function dropFetched(cx: Pick<Cx, 'engine' | 'workflowId'>): Promise<void> {
  return cx.engine.copies.dropScratch(fetchedName(cx));
}

const fetchedName = ({ workflowId }: Pick<Cx, 'workflowId'>): string => `fetched-${workflowId}.qcow2`;

/** Merges the lists of snapshots and backups, of which only the first pages are loaded. Pure. */
import { type DiskCopy, newestFirst } from '../../data/copies.ts';

export interface LoadedList {
  /** Newest first. */
  copies: readonly DiskCopy[];
  hasMore: boolean;
}

/**
 * Returns the copies of all lists, newest first. An unloaded page may have copies that are newer than those of another list. Copies older
 * than the last loaded one of such a list are therefore held back.
 */
export function mergeLists(lists: readonly LoadedList[]): DiskCopy[] {
  const oldestLoaded = lists.map(({ copies, hasMore }) =>
    hasMore ? Date.parse(copies.at(-1)?.created_at ?? '') : Number.NEGATIVE_INFINITY,
  );
  const completeSince = Math.max(...oldestLoaded);
  return lists
    .flatMap(({ copies }) => copies)
    .filter(({ created_at }) => Date.parse(created_at) >= completeSince)
    .sort(newestFirst);
}

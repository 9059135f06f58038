/** Decides when a disk is almost full, before guests that write to it are paused. */

const LOW_PERCENT = 10;
const LOW_BYTES = 10 * 1024 ** 3;
/** The alert closes at a higher limit than it opens at, so that it does not flap. */
const ENOUGH_FACTOR = 1.5;

export interface DiskSpace {
  freeBytes: number;
  totalBytes: number;
}

/** Returns the free space below which a disk is low: the smaller of 10 % and 10 GiB. */
export const lowBytes = (totalBytes: number): number => Math.min((totalBytes * LOW_PERCENT) / 100, LOW_BYTES);

/** Returns whether the alert should be open. `isOpen` is whether it is open now. */
export function isDiskLow({ freeBytes, totalBytes }: DiskSpace, isOpen: boolean): boolean {
  return freeBytes < lowBytes(totalBytes) * (isOpen ? ENOUGH_FACTOR : 1);
}

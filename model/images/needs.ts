/** The least memory and disk of images. Pure. */

export interface ImageNeeds {
  /** Display name. */
  name: string;
  minimumRamGb: number;
  /** Least disk, or `null` until it was measured. */
  minimumDiskGb: number | null;
}

export interface GivenSize {
  memoryMb: number;
  /** Disk in GB, or `null` if its content does not come from the image. */
  diskGb: number | null;
  /** Subject of the sentence, such as `the plan nano`. */
  of: string;
}

/** Returns a sentence about the least memory or disk that is missing, or `undefined` if the image fits. */
export function lackFor(
  { name, minimumRamGb, minimumDiskGb }: ImageNeeds,
  { memoryMb, diskGb, of }: GivenSize,
): string | undefined {
  if (memoryMb < minimumRamGb * 1024) return `${name} needs ${minimumRamGb} GB of memory, but ${of} has ${memoryMb / 1024} GB.`;
  if (minimumDiskGb !== null && diskGb !== null && diskGb < minimumDiskGb)
    return `${name} needs a disk of at least ${minimumDiskGb} GB, but ${of} has ${diskGb} GB.`;
  return undefined;
}

/** Judges whether the file of an image can be used. Pure. */

/** File of an image that a node has. */
export interface ImageOnNode {
  /** Absolute path on the node. */
  path: string;
  /** Path to store. It differs from the stored one if the file was found below the own engine directory. */
  stored: string;
  bytes: number;
}

/** File of an image as its row describes it. */
export interface ImageRow {
  path: string;
  /** Size of the file, or `null` until it was measured. */
  bytes: bigint | null;
}

/** Returns why an image cannot be used, as the end of a sentence about the image. Returns `null` if its file is as the row says. */
export function imageProblem({ path, bytes }: ImageRow, found: ImageOnNode | null): string | null {
  if (found === null) return `has no file (${path})`;
  if (bytes === null || BigInt(found.bytes) === bytes) return null;
  return `has a file of ${found.bytes} bytes instead of ${bytes} (${found.path})`;
}

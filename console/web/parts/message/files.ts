/** Bounds of the files of a message, as the API has them, so that the page refuses a file before it is sent. Pure. */

export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** The API takes 30 MiB with the text, which has at most 65,535 characters of up to 4 bytes. */
export const MAX_SUM_BYTES = 30 * 1024 * 1024 - 300_000;

/** A file that was chosen. Two files can have one name, so each has an id of its own. */
export interface AttachedFile {
  id: string;
  file: Pick<File, 'name' | 'size'>;
}

export interface RefusedFile {
  name: string;
  why: 'count' | 'size' | 'sum';
}

/** Adds the files that are within the bounds, and names the others with the reason. */
export function addFiles<Held extends AttachedFile>(
  held: readonly Held[],
  chosen: readonly Held[],
): { files: readonly Held[]; refused: readonly RefusedFile[] } {
  const files = [...held];
  const refused: RefusedFile[] = [];
  for (const added of chosen) {
    const why = reasonAgainst(files, added);
    if (why === undefined) files.push(added);
    else refused.push({ name: added.file.name, why });
  }
  return { files, refused };
}

function reasonAgainst(files: readonly AttachedFile[], { file }: AttachedFile): RefusedFile['why'] | undefined {
  if (file.size > MAX_FILE_BYTES) return 'size';
  if (files.length >= MAX_FILES) return 'count';
  return sumOf(files) + file.size > MAX_SUM_BYTES ? 'sum' : undefined;
}

/** Returns the size of all files in bytes. */
export const sumOf = (files: readonly AttachedFile[]): number => files.reduce((sum, { file }) => sum + file.size, 0);

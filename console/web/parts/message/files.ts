/** Limits of the files of a message, as in the API, so that the page refuses a file before sending. Pure. */

export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Maximum size of all files in bytes. The API accepts 30 MiB with the text, which has at most 65,535 characters of up to 4 bytes. */
export const MAX_SUM_BYTES = 30 * 1024 * 1024 - 300_000;

/** Chosen file. Two files can have the same name, so each has its own id. */
export interface AttachedFile {
  id: string;
  file: Pick<File, 'name' | 'size'>;
}

export interface RefusedFile {
  name: string;
  why: 'count' | 'size' | 'sum';
}

/** Adds the files within the limits, and names the others with the reason. */
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

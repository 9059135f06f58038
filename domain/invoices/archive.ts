import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface Files {
  names: readonly string[];
  read(index: number): Promise<Buffer>;
}

/**
 * An archive that is written while it is read: none of its files is asked for before its turn. They are not
 * compressed, as PDFs are already. A file that can't be read breaks the archive off, so that nobody takes a part for all.
 */
export function archiveOf({ names, read }: Files, now: Date): Readable {
  const zip = new ZipFile();
  for (const [index, name] of names.entries()) {
    zip.addReadStreamLazy(name, { mtime: now, compress: false }, (give) => {
      read(index).then(
        (bytes) => give(null, Readable.from([bytes], { objectMode: false })),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  }
  const out = zip.outputStream as Readable;
  zip.on('error', (error: Error) => out.destroy(error));
  zip.end();
  return out;
}

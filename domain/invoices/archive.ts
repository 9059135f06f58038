import { Readable } from 'node:stream';
import { zipOf } from '../archives/zip.ts';

export interface Files {
  names: readonly string[];
  read(index: number): Promise<Buffer>;
}

/** Returns a ZIP archive that is written while it is read. Its files are stored uncompressed, because PDFs already are compressed. */
export function archiveOf({ names, read }: Files, now: Date): Readable {
  async function* entries() {
    for (const [index, name] of names.entries())
      yield { name, compress: false, open: async () => Readable.from([await read(index)], { objectMode: false }) };
  }
  return zipOf(entries(), now);
}

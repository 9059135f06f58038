import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ArchiveEntry {
  /** Path with slashes between directories. */
  name: string;
  /** `false` for content that is already compressed. */
  compress: boolean;
  /** Opens the content. Called when the archive reaches this entry. */
  open(): Promise<Readable>;
}

/**
 * Returns a ZIP archive that is written while it is read. An entry is requested and opened only after the previous one has ended, so memory
 * holds one entry.
 *
 * A read error destroys the archive, so that a partial archive is not taken for a complete one.
 */
export function zipOf(entries: AsyncIterable<ArchiveEntry>, now: Date): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  const fail = (error: unknown): void => void out.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  addAll(zip, out, entries, now).then(() => zip.end(), fail);
  return out;
}

async function addAll(zip: ZipFile, out: Readable, entries: AsyncIterable<ArchiveEntry>, now: Date): Promise<void> {
  for await (const entry of entries) {
    await new Promise<void>((resolve, reject) => {
      out.once('close', resolve);
      zip.addReadStreamLazy(entry.name, { mtime: now, compress: entry.compress }, (give) => {
        entry.open().then((content) => {
          const closed = (): void => void content.destroy();
          out.once('close', closed);
          content.once('error', reject);
          content.once('end', () => {
            out.off('close', closed);
            out.off('close', resolve);
            resolve();
          });
          give(null, content);
        }, reject);
      });
    });
    if (out.destroyed) return;
  }
}

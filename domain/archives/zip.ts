import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

export interface ArchiveEntry {
  /** With slashes for directories. */
  name: string;
  /** False for what is compressed already. */
  compress: boolean;
  /** Called when its turn comes. */
  open(): Promise<Readable>;
}

/**
 * An archive that is written while it is read: no entry is asked for, nor opened, before the one in front of it has ended, so it needs the memory of
 * one. What can't be read breaks it off, so that nobody takes a part for all.
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

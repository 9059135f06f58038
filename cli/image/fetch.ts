import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import type { Home } from '@innkeeper/apps/installation/home';
import { flushDirectory, flushFile } from '@innkeeper/engine/atomic';
import { HttpDownloads } from '@innkeeper/engine/downloads/http';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { run } from '@innkeeper/engine/host/run';
import { sha256OfFile } from '@innkeeper/engine/host/sha256';
import { draftName, removeStaleDrafts } from '@innkeeper/engine/images/drafts';
import { invalid } from '@innkeeper/model/failures';
import { storedImagePath } from '@innkeeper/model/images/paths';
import { hours } from '@innkeeper/model/time/clock';
import type { ImageFile } from '@innkeeper/operations/images.staff';

export interface RequiredFile {
  /** Key of the image. */
  key: string;
  /** Path of a local file. Either `file` or `url` is set. */
  file?: string | undefined;
  url?: string | undefined;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

/** Size limit of a download in bytes. The disk images of distributions are smaller than 2 GB. */
const MAX_BYTES = 50 * 1024 ** 3;

/** A verified file that is not in its place yet. */
export interface Draft {
  path: string;
  format: 'qcow2' | 'raw';
}

/** Returns the directory of images that were not built here. */
export const registeredDirectory = (home: Home): string => path.join(home.engine, 'images', 'registered');

/**
 * Copies or downloads an image, verifies its checksum and format, and moves the image to its place in the home. If `prove` throws, nothing
 * of the image stays.
 */
export async function fetchImage(
  home: Home,
  image: RequiredFile,
  prove: (draft: Draft) => Promise<void> = async () => {},
): Promise<ImageFile> {
  const folder = registeredDirectory(home);
  await mkdir(folder, { recursive: true });
  await removeStaleDrafts(folder);
  const draft = await fetchDraft(home, folder, image);
  try {
    const sha256 = await sha256OfFile(draft);
    if (sha256 !== image.sha256) throw invalid('sha256', `The checksum of the file does not match: its SHA-256 is ${sha256}.`);
    const format = await formatOf(draft);
    await prove({ path: draft, format });
    const source = { ...(image.url !== undefined && { url: image.url }), sha256, at: new Date().toISOString() };
    return { ...(await placeImage(home, image.key, { path: draft, format, sha256 })), source };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Moves a verified file to its place. The name contains the hash, so an image that is the base of servers' disks is never replaced. */
export async function placeImage(
  home: Home,
  key: string,
  { path: draft, format, sha256 }: Draft & { sha256: string },
): Promise<Omit<ImageFile, 'source'>> {
  const folder = registeredDirectory(home);
  const target = path.join(folder, `${key}-${sha256.slice(0, 12)}.${format}`);
  const now = new Date();
  // A part may be old. `image prune` could delete it before its row is committed.
  await utimes(draft, now, now);
  // The row is durable, so the file must be too.
  await flushFile(draft);
  await rename(draft, target);
  await flushDirectory(folder);
  const measured = { bytes: BigInt((await stat(target)).size), sha256 };
  return { path: storedImagePath(home.engine, target), format, measured };
}

async function fetchDraft(home: Home, folder: string, { key, file, url, sha256 }: RequiredFile): Promise<string> {
  const name = await draftName();
  const draft = path.join(folder, `.${name}-${key}`);
  if (file !== undefined) {
    await copyFile(file, draft).catch((error: Error) => {
      throw invalid('file', `${file} cannot be read: ${error.message}`);
    });
    return draft;
  }
  const mirrors = (await loadForCommand(home)).settings.mirrors;
  const downloads = new HttpDownloads({ directory: folder, mirrors });
  try {
    const order = {
      name,
      url: url ?? '',
      content: 'any' as const,
      maxBytes: MAX_BYTES,
      limitMs: hours(12),
      sha256,
      signal: new AbortController().signal,
    };
    const { path: there } = await downloads.download(order);
    await rename(there, draft);
    return draft;
  } catch (error) {
    if (error instanceof DownloadError) throw invalid('url', `${error.sentence} Or give a file of this host with --file.`);
    throw error;
  } finally {
    await downloads.remove(name);
  }
}

/**
 * Returns the format of an image. Throws `validation` for other formats, and for an image that names other files, because the guest could
 * read those files.
 */
async function formatOf(file: string): Promise<'qcow2' | 'raw'> {
  const info = JSON.parse(await run('qemu-img', ['info', '--output=json', file])) as Record<string, unknown>;
  const data = info['format-specific'] as { data?: Record<string, unknown> } | undefined;
  if (info['backing-filename'] !== undefined || data?.data?.['data-file'] !== undefined) {
    throw invalid(
      'file',
      'The image needs another file (a backing file). Merge both first: qemu-img convert -O qcow2 IMAGE MERGED.qcow2',
    );
  }
  if (info.format === 'qcow2' || info.format === 'raw') return info.format;
  throw invalid(
    'file',
    `The image has the format ${String(info.format)}, but must be qcow2 or raw. Convert it with qemu-img convert.`,
  );
}

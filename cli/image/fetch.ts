import { copyFile, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import type { Home } from '@innkeeper/apps/installation/home';
import { flushDirectory, flushFile, isNodeError } from '@innkeeper/engine/atomic';
import { HttpDownloads } from '@innkeeper/engine/downloads/http';
import { DownloadError } from '@innkeeper/engine/downloads/port';
import { RESERVE_BYTES, readFreeBytes } from '@innkeeper/engine/host/free-space';
import { run } from '@innkeeper/engine/host/run';
import { sha256OfFile } from '@innkeeper/engine/host/sha256';
import { draftName, removeStaleDrafts } from '@innkeeper/engine/images/drafts';
import { endpointsOf } from '@innkeeper/engine/images/vendor-download';
import { currentOf } from '@innkeeper/model/configuration/live';
import { Failure, invalid } from '@innkeeper/model/failures';
import { storedImagePath } from '@innkeeper/model/images/paths';
import { hours } from '@innkeeper/model/time/clock';
import type { ImageFile } from '@innkeeper/operations/images.staff';

export interface RequiredFile {
  /** Key of the image. */
  key: string;
  /** Path of a local file. Either `file` or `url` is set. */
  file?: string | undefined;
  url?: string | undefined;
  /** Mirror of the operator that `url` leads to. Its own address may be private. */
  mirror?: string | undefined;
  /** SHA-256 in hexadecimal. */
  sha256: string;
}

/** Size limit of a download in bytes. The disk images of distributions are smaller than 2 GB. */
const MAX_BYTES = 50 * 1024 ** 3;

/**
 * Returns a download's failure as `validation` of an input field. A full disk is not the fault of the URL, so it gets advice of its own, and
 * `advice` ends the other sentences.
 */
export function explainDownload(
  error: DownloadError,
  field: string,
  { directory, advice }: { directory: string; advice: string },
) {
  if (error.fault === 'operator') return invalid(field, noSpaceIn(directory));
  return invalid(field, `${error.sentence} ${advice}`);
}

const noSpaceIn = (directory: string): string =>
  `There is not enough space in ${directory}: 1 GiB must stay free beside the image. ./innkeeper image prune lists old files of images. Free some space, then run the command again.`;

/** Throws unless a copy of a file leaves 1 GiB free. */
async function requireSpaceFor(file: string, directory: string): Promise<void> {
  const { size } = await stat(file);
  if ((await readFreeBytes(directory)) < size + RESERVE_BYTES) throw invalid('file', noSpaceIn(directory));
}

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

async function fetchDraft(home: Home, folder: string, { key, file, url, mirror, sha256 }: RequiredFile): Promise<string> {
  const name = await draftName();
  const draft = path.join(folder, `.${name}-${key}`);
  if (file !== undefined) {
    try {
      await requireSpaceFor(file, folder);
      await copyFile(file, draft);
    } catch (error) {
      if (error instanceof Failure) throw error;
      if (isNodeError(error, 'ENOSPC', 'EDQUOT')) throw invalid('file', noSpaceIn(folder));
      throw invalid('file', `${file} cannot be read: ${(error as Error).message}`);
    }
    return draft;
  }
  const { settings } = await loadForCommand(home);
  const mirrors = [...currentOf(settings.mirrors), ...(mirror === undefined ? [] : endpointsOf(mirror))];
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
    if (!(error instanceof DownloadError)) throw error;
    throw explainDownload(error, 'url', { directory: folder, advice: 'Or give a file of this host with --file.' });
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

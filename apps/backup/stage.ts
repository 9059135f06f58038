/**
 * Collects the files of a backup in one directory and hashes them there, because the manifest, which has the hashes, comes first in the
 * archive. A file must therefore not change between the two.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isNodeError } from '@innkeeper/engine/atomic';
import { type FileFacts, HOME_DIRECTORY, OUTSIDE_DIRECTORY } from '@innkeeper/model/backup/manifest';
import type { Home } from '../installation/home.ts';
import type { BackupFiles } from './backup-files.ts';

export interface StagedFiles {
  files: FileFacts[];
  outside: { name: string; path: string }[];
}

/** Collects the files below `work` under their names in the archive. Omits a file that was removed since it was listed. */
export async function stageFiles(work: string, home: Home, listed: Omit<BackupFiles, 'omittedKeys'>): Promise<StagedFiles> {
  const files: FileFacts[] = [];
  const stage = async (from: string, name: string, put: (from: string, to: string) => Promise<void>): Promise<boolean> => {
    const to = path.join(work, name);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    try {
      await put(from, to);
    } catch (error) {
      if (isNodeError(error, 'ENOENT')) return false;
      throw error;
    }
    files.push({ name, ...(await measure(to)) });
    return true;
  };
  const permanent = [home.attachments, home.receivedMail].map((directory) => `${path.relative(home.path, directory)}/`);
  for (const name of listed.inHome) {
    const isPermanent = permanent.some((prefix) => name.startsWith(prefix));
    await stage(path.join(home.path, name), `${HOME_DIRECTORY}/${name}`, isPermanent ? linkOrCopy : copyFile);
  }
  const outside: StagedFiles['outside'] = [];
  for (const [at, file] of listed.outside.entries()) {
    const name = String(at);
    if (await stage(file, `${OUTSIDE_DIRECTORY}/${name}`, copyFile)) outside.push({ name, path: file });
  }
  return { files, outside };
}

/**
 * Links a file that is never changed once it has its name: attachments and received mail, which may take gigabytes. Copies it if the file
 * system cannot link it.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!isNodeError(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP')) throw error;
    await copyFile(from, to);
  }
}

async function measure(file: string): Promise<Omit<FileFacts, 'name'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(file), async (source: AsyncIterable<Buffer>) => {
    for await (const data of source) {
      hash.update(data);
      bytes += data.length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}

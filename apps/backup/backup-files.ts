/** Lists the files of a home that belong in a backup, and the files outside that its configuration names. */
import { lstat, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isNodeError } from '@innkeeper/engine/atomic';
import { ATTACHMENT_DRAFT } from '@innkeeper/engine/attachments/directory';
import { DEFAULT_ORIGIN } from '@innkeeper/model/configuration/resolve';
import type { LoadedConfiguration } from '../configuration/load.ts';
import type { Home } from '../installation/home.ts';
import { LINK_FILES } from '../node-link/certificate.ts';
import { backupPathsOf } from './paths.ts';

/** Returns the parts of a home that a restore replaces as a whole. The rest are guests, copies, logs and temporary files. */
export function restoredPartsOf(home: Home): string[] {
  const { recipients } = backupPathsOf(home);
  const parts = [home.configuration, home.secrets, home.secretKeyFile, home.tls, home.attachments, home.receivedMail, recipients];
  return parts.map((part) => path.relative(home.path, part));
}

export interface BackupFiles {
  /** Paths relative to the home. */
  inHome: string[];
  /** Absolute paths, also of links in the home, because a restore refuses an archive with links. */
  outside: string[];
  /** Configuration keys whose value is in no backup, because it comes from the environment, each with its variable. */
  omittedKeys: string[];
}

/** Size limit of a file that the configuration names: a secret, a key or a certificate. */
const MAX_NAMED_BYTES = 1024 * 1024;

/**
 * Lists the files. Must be called after the database snapshot began, so that every file named by a row exists. Omits drafts, which no row
 * names and which may still grow. Omits the certificate of the link too, because a host with a copy of it would be taken for this one.
 */
export async function listBackupFiles(home: Home, { stated }: Pick<LoadedConfiguration, 'stated'>): Promise<BackupFiles> {
  const parts = await Promise.all(restoredPartsOf(home).map((part) => filesBelow(home.path, part)));
  const ofLink = Object.values(LINK_FILES).map((name) => path.relative(home.path, path.join(home.tls, name)));
  const inHome = new Set(parts.flat().filter((name) => !name.endsWith(ATTACHMENT_DRAFT) && !ofLink.includes(name)));
  const { verifyKey, macKey } = backupPathsOf(home);
  const ownKeys = [verifyKey, macKey].map((key) => path.relative(home.path, key));
  const outside = new Set<string>();
  const omittedKeys: string[] = [];
  for (const [key, { written, origin }] of stated) {
    const isInFile = origin === path.basename(home.configuration);
    // The origin of a secret is its file.
    const file = isInFile ? written : origin;
    if (typeof file === 'string' && path.isAbsolute(file)) {
      if (!(await isSmallFile(file))) continue;
      const inner = path.relative(home.path, file);
      if (isOutside(inner)) outside.add(path.normalize(file));
      else if (!ownKeys.includes(inner)) inHome.add(inner);
    } else if (!isInFile && origin !== DEFAULT_ORIGIN) omittedKeys.push(`${key} (${origin})`);
  }
  for (const inner of inHome) {
    const file = path.join(home.path, inner);
    if (!(await isLink(file))) continue;
    inHome.delete(inner);
    outside.add(file);
  }
  return { inHome: [...inHome].sort(), outside: [...outside].sort(), omittedKeys };
}

function isOutside(relative: string): boolean {
  return relative === '..' || relative.startsWith('../');
}

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink();
  } catch (error) {
    if (isNodeError(error, 'ENOENT')) return false;
    throw error;
  }
}

async function isSmallFile(file: string): Promise<boolean> {
  try {
    const found = await stat(file);
    return found.isFile() && found.size <= MAX_NAMED_BYTES;
  } catch (error) {
    if (isNodeError(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return false;
    throw error;
  }
}

/** Lists the regular files below a path. The path may itself be a file. */
async function filesBelow(root: string, relative: string): Promise<string[]> {
  const at = path.join(root, relative);
  const found = await stat(at).catch((error: unknown) => {
    if (isNodeError(error, 'ENOENT')) return null;
    throw error;
  });
  if (found === null) return [];
  if (found.isFile()) return [relative];
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/**
 * Stored paths of image files.
 *
 * A path below the engine directory is stored relative to it, because nodes and restored installations have this directory elsewhere.
 * Earlier releases stored absolute paths. Pure.
 */
import path from 'node:path';

/** Matches an absolute path below the engine directory of any home, and captures the part that each engine directory has. */
const BELOW_AN_ENGINE = /^\/.*\/engine\/((?:simulated-)?images\/.+)$/;

/** Returns the path to store for a file. A file outside the engine directory keeps its absolute path. */
export function storedImagePath(engineDirectory: string, file: string): string {
  const relative = path.relative(engineDirectory, file);
  return relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
}

export interface ImageCandidate {
  /** Absolute path on this node. */
  path: string;
  /** Path to store if the file is found there. */
  stored: string;
}

/** Lists the places of a stored image on a node, in the order in which they are tried. */
export function imageCandidates(engineDirectory: string, stored: string): ImageCandidate[] {
  if (!path.isAbsolute(stored)) return [{ path: path.join(engineDirectory, stored), stored }];
  const [, moved] = BELOW_AN_ENGINE.exec(stored) ?? [];
  const own = moved === undefined ? [] : [{ path: path.join(engineDirectory, moved), stored: moved }];
  return [{ path: stored, stored }, ...own];
}

/** Returns the directories of images of a node, which hold nothing else. */
export const imageDirectories = (engineDirectory: string): string[] =>
  ['images', 'simulated-images'].map((name) => path.join(engineDirectory, name));

/** Returns whether a file is below one of these directories. No path has links. */
export function isBelow(directories: readonly string[], file: string): boolean {
  return directories.some((directory) => file.startsWith(directory + path.sep));
}

/** Name of the directory of fetched images below the engine directory. */
export const FETCHED_IMAGES = path.join('images', 'fetched');

/**
 * The port to storage for copies of disks. A store holds complete files under keys. A second put replaces the first. Every operation may be
 * repeated. An operation that died leaves no partial file under its key.
 */
import type { OnPercent } from '../compute/port.ts';

/** Expected size and checksum of a file. */
export interface FileProperties {
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
}

export interface Transfer {
  onPercent?: OnPercent;
  signal?: AbortSignal;
}

/**
 * A store of copies. Throws `EngineError`: `absent` (nothing under the key), `image` (other bytes than expected), `disk_full`, `network`,
 * `host`.
 */
export interface CopyStore {
  /** Name as in `copies.target`: `node`, `local`, `s3`. */
  readonly name: string;
  /** Identity of a store that several nodes share, equal on all of them. `null` for a directory of the node alone. */
  readonly location: string | null;
  /** Stores the bytes of a local file. The file may be removed afterwards. */
  put(key: string, from: { path: string } & FileProperties, transfer?: Transfer): Promise<void>;
  /** Fetches into a local file, atomically, and verifies it. */
  get(key: string, to: { path: string } & FileProperties, transfer?: Transfer): Promise<void>;
  /** Reads the stored file and verifies it. */
  verify(key: string, expected: FileProperties, transfer?: Transfer): Promise<void>;
  /** Returns the text of a small file without a recorded checksum, at most 64 KiB. `null` if there is nothing under the key. */
  readText(key: string): Promise<string | null>;
  /** Returns the size, or `null` if there is nothing under the key. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Removes the file and the remains of an unfinished `put`. Does nothing if neither exists. */
  remove(key: string): Promise<void>;
  /** Lists the keys of all complete files, unordered. Reads page by page, so a caller may stop early. */
  list(): AsyncIterable<string>;
  /** Lists the keys of this node's unfinished `put`s, running or dead. */
  unfinished(): Promise<string[]>;
  /** Removes the remains of unfinished `put`s of a key, and keeps the complete file. A `put` that still runs then fails. */
  discardUnfinished(key: string): Promise<void>;
  /** Returns the location of a key for display: a path, or `s3://...`. */
  describeLocation(key: string): string;
  /** Returns the free bytes, or `null` if unknown. */
  freeBytes(): Promise<bigint | null>;
}

const KEY = /^[a-z0-9][A-Za-z0-9.-]{0,200}$/;

/** Maximum size for `readText`, in bytes. */
export const MAX_TEXT_BYTES = 65_536;

/** Returns whether a file name is a key. Files with other names are not ours. */
export const isKey = (name: string): boolean => KEY.test(name);

/** Throws unless the key is valid, because keys become file names. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new RangeError(`"${key}" is not a valid copy key`);
  return key;
}

/**
 * Storage for copies of disks. A store holds complete files under keys; a second put replaces the first. Every act may
 * be repeated, and an act that died half way leaves no partial file under its key.
 */
import type { OnPercent } from '../compute/port.ts';

/** Expected size and checksum of a file. */
export interface FileFacts {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface Transfer {
  onPercent?: OnPercent;
  signal?: AbortSignal;
}

/** Fails with `EngineError`: `absent` (nothing under the key), `image` (other bytes than expected), `disk_full`, `network`, `host`. */
export interface CopyStore {
  /** As in `copies.target`: `node`, `local`, `s3`. */
  readonly name: string;
  /** The same for every node that reaches this store; null: it is a directory of the node alone. */
  readonly location: string | null;
  /** Stores the bytes of a local file. It may be removed afterwards. */
  put(key: string, from: { path: string } & FileFacts, transfer?: Transfer): Promise<void>;
  /** Fetches into a local file, atomically, and verifies it. */
  get(key: string, to: { path: string } & FileFacts, transfer?: Transfer): Promise<void>;
  /** Reads the stored file and verifies it. */
  verify(key: string, expected: FileFacts, transfer?: Transfer): Promise<void>;
  /** Null when there is nothing under the key. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Absent is fine. Also removes the remains of an unfinished `put`. */
  remove(key: string): Promise<void>;
  /** Keys of all complete files, unordered; read page by page, so that a caller may stop early. */
  list(): AsyncIterable<string>;
  /** Keys of unfinished `put`s of this node, running or dead: `remove` deletes their remains. */
  unfinished(): Promise<string[]>;
  /** Location of a key for display: a path, or `s3://...`. */
  where(key: string): string;
  /** Null: unknown. */
  freeBytes(): Promise<bigint | null>;
}

const KEY = /^[a-z0-9][a-z0-9.-]{0,200}$/;

/** Files with other names are not ours. */
export const isKey = (name: string): boolean => KEY.test(name);

/** Keys become file names. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new RangeError(`"${key}" is not a valid copy key`);
  return key;
}

/**
 * Where copies of disks lie. A store holds whole files under keys; what is put again replaces what was there. Every act may
 * be done twice, and an act that died in the midst leaves no half file under its key.
 */
import type { OnPercent } from '../compute/port.ts';

/** What a file must be, to be the one that was meant. */
export interface FileFacts {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

export interface Transfer {
  onPercent?: OnPercent;
  signal?: AbortSignal;
}

/** Failures are `EngineError`s: `absent` (nothing under the key), `image` (other bytes than expected), `disk_full`, `network`, `host`. */
export interface CopyStore {
  /** The word in `copies.target`: `node`, `local`, `s3`. */
  readonly name: string;
  /** Stores the bytes of a local file. It may be removed afterwards. */
  put(key: string, from: { path: string } & FileFacts, transfer?: Transfer): Promise<void>;
  /** Makes a local file of it, whole or not at all, and compares. */
  get(key: string, to: { path: string } & FileFacts, transfer?: Transfer): Promise<void>;
  /** Reads back all that is stored, and compares. */
  verify(key: string, expected: FileFacts, transfer?: Transfer): Promise<void>;
  /** Null when there is nothing under the key. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Absent is fine. Also takes away what a `put` that died has left. */
  remove(key: string): Promise<void>;
  /** Keys of all whole files, in no order; a page at a time is read, so that whoever has seen enough may leave. */
  list(): AsyncIterable<string>;
  /** Keys of what a `put` on this node has begun and not ended, whether it still runs or died: `remove` takes it away. */
  unfinished(): Promise<string[]>;
  /** Where the file of a key is, for people: a path, or `s3://...`. */
  where(key: string): string;
  /** Null: nobody counts. */
  freeBytes(): Promise<bigint | null>;
}

const KEY = /^[a-z0-9][a-z0-9.-]{0,200}$/;

/** What else lies in the place is none of ours. */
export const isKey = (name: string): boolean => KEY.test(name);

/** Keys become file names. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new RangeError(`"${key}" is no key of a copy`);
  return key;
}

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
  /** Null: nobody counts. */
  freeBytes(): Promise<bigint | null>;
}

const KEY = /^[a-z0-9][a-z0-9.-]{0,200}$/;

/** Keys become file names. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError(`"${key}" is no key of a copy`);
  return key;
}

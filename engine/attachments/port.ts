/** The port to the storage of ticket files. Each file has its own key, even if contents are identical. */
import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
}

export interface ListedFile {
  /** Key of a complete file, or `null` for the remains of an upload. */
  key: string | null;
  /** Name for display and for `remove`. */
  name: string;
  modifiedAt: Date;
}

export interface AttachmentPort {
  /**
   * Stores the stream without buffering it in memory. Resolves once the file would survive a crash of the host. Leaves nothing behind if it
   * fails or is aborted. Throws `unavailable` if there is too little space.
   */
  write(content: Readable, signal: AbortSignal): Promise<StoredFile>;
  /** Returns the content, or `undefined` if the file does not exist. */
  read(key: string): Promise<Readable | undefined>;
  /** Deletes files by name. Ignores names that do not exist. */
  remove(names: readonly string[]): Promise<void>;
  /** Lists all files, including remains of uploads. */
  list(): Promise<ListedFile[]>;
}

/**
 * Pattern of keys. The first part is the content's hash, so that people can verify it. The last part is random, so that no two files share
 * a key.
 */
export const ATTACHMENT_KEY = /^[0-9a-f]{64}-[0-9a-f]{16}$/;

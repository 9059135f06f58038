/** The port to where files of tickets are kept. Each file has a key of its own, whatever it holds. */
import type { Readable } from 'node:stream';

export interface StoredFile {
  key: string;
  bytes: number;
  /** Hex. */
  sha256: string;
}

export interface ListedFile {
  /** Null: no whole file, but what an upload left. */
  key: string | null;
  /** For people, and for `remove`. */
  name: string;
  modifiedAt: Date;
}

export interface AttachmentPort {
  /**
   * Stores what comes, never in memory, and resolves once it would survive a crash of the host. Nothing is left of what fails or is
   * aborted. Throws `unavailable` when there is too little room.
   */
  write(content: Readable, signal: AbortSignal): Promise<StoredFile>;
  /** Undefined when it is not there. */
  read(key: string): Promise<Readable | undefined>;
  /** By their names; what is not there is passed over. */
  remove(names: readonly string[]): Promise<void>;
  /** Those that are there. */
  list(): Promise<ListedFile[]>;
}

/** Begins with the hash of what the file holds, so that a person can check it; ends with chance, so that no two files share one. */
export const ATTACHMENT_KEY = /^[0-9a-f]{64}-[0-9a-f]{16}$/;

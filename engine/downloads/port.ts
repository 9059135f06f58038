/**
 * Downloads files from URLs that customers name. Nothing about them is trusted: where the URL leads,
 * how large the file is, how long it takes, what it contains.
 */

import type { Fault } from '@innkeeper/model/fault';

export interface DownloadOrder {
  /** `[a-z0-9-]{1,40}`, the local file's name: `iso-12`. */
  name: string;
  url: string;
  maxBytes: number;
  /** Hexadecimal; a file with another checksum is refused. */
  sha256: string | null;
  /** Aborts it; the partial file is deleted. */
  signal: AbortSignal;
  /** Maximum duration, ms. */
  limitMs: number;
  /** Awaited before the first byte is written; null: the server sent no size. An exception aborts the download. */
  onSize?: (bytes: number | null) => void | Promise<void>;
  /** 0 to 100, only when the size is known. */
  onPercent?: (percent: number) => void;
}

export interface Downloaded {
  /** Absolute. The file is never written again. */
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** A file in the download directory. */
export interface DownloadedFile {
  /** Name from its `DownloadOrder`. */
  name: string;
  /** Absolute. */
  path: string;
  /** False for an unfinished download, running or abandoned. */
  whole: boolean;
}

export interface DownloadPort {
  /** Resolves when the file is complete and verified; an existing file is returned as it is. Fails with `DownloadError`. */
  download(order: DownloadOrder): Promise<Downloaded>;
  /** Removes the file and its drafts. Absent is fine. */
  remove(name: string): Promise<void>;
  /** All files of ours in the directory, without foreign ones. */
  list(): Promise<DownloadedFile[]>;
}

/** Why a download failed. */
export class DownloadError extends Error {
  /** Who can mend it: nearly always the customer, who named the URL. */
  readonly fault: Fault;
  /** Message for the customer. */
  readonly sentence: string;
  /** Whether a retry may help. */
  readonly retryable: boolean;

  constructor(sentence: string, options: { retryable: boolean; fault?: Fault; cause?: unknown }) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DownloadError';
    this.fault = options.fault ?? 'customer';
    this.sentence = sentence;
    this.retryable = options.retryable;
  }
}

/** The port that downloads files from URLs that customers name. Target, size, duration and content are untrusted. */

import type { Fault } from '@innkeeper/model/requests/fault';

export interface DownloadOrder {
  /** Name of the local file in the form `[a-z0-9-]{1,40}`, such as `iso-12`. */
  name: string;
  url: string;
  /** `iso` refuses a file that is not an ISO image, once its first bytes have arrived. `any` accepts every file. */
  content: 'iso' | 'any';
  maxBytes: number;
  /** Expected SHA-256 in hex, or `null` to accept any. A file with another checksum is refused. */
  sha256: string | null;
  /** Aborts the download. The partial file is deleted. */
  signal: AbortSignal;
  /** Maximum duration in milliseconds. */
  limitMs: number;
  /** Awaited before the first byte is written. `null` if the server sent no size. An exception aborts the download. */
  onSize?: (bytes: number | null) => void | Promise<void>;
  /** Receives 0 to 100. Called only if the size is known. */
  onPercent?: (percent: number) => void;
}

export interface Downloaded {
  /** Absolute path. The file is never written again. */
  path: string;
  bytes: number;
  /** SHA-256 in hex. */
  sha256: string;
}

/** A file in the download directory. */
export interface DownloadedFile {
  /** Name from its `DownloadOrder`. */
  name: string;
  /** Absolute path. */
  path: string;
  /** False for an unfinished download, running or abandoned. */
  isComplete: boolean;
}

export interface DownloadPort {
  /** Downloads and verifies a file. Returns an existing file as it is. Throws `DownloadError`. */
  download(order: DownloadOrder): Promise<Downloaded>;
  /** Removes the file and its drafts. Does nothing if none exist. */
  remove(name: string): Promise<void>;
  /** Lists all our files in the directory, without foreign ones. */
  list(): Promise<DownloadedFile[]>;
}

/** The failure of a download. */
export class DownloadError extends Error {
  /** The party that can fix it: nearly always the customer, who named the URL. */
  readonly fault: Fault;
  /** Message for the customer. */
  readonly sentence: string;
  /** True if a retry may help. */
  readonly retryable: boolean;
  /** HTTP status that was the reason, or `undefined`. */
  readonly status: number | undefined;
  /** True if the file has more bytes than allowed. */
  readonly isTooLarge: boolean;

  constructor(
    sentence: string,
    options: { retryable: boolean; fault?: Fault; cause?: unknown; status?: number | undefined; isTooLarge?: boolean },
  ) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DownloadError';
    this.fault = options.fault ?? 'customer';
    this.sentence = sentence;
    this.retryable = options.retryable;
    this.status = options.status;
    this.isTooLarge = options.isTooLarge ?? false;
  }
}

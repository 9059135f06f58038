/**
 * Files that customers name by their address, as files of this node. Nothing is trusted of them: where the address leads,
 * how large the file is, how long it takes, what is in it.
 */

import type { Fault } from '@innkeeper/model/fault';

export interface DownloadOrder {
  /** `[a-z0-9-]{1,40}`, the file's name here: `iso-12`. */
  name: string;
  url: string;
  maxBytes: number;
  /** Hexadecimal: any other file is refused. */
  sha256: string | null;
  /** Ends it; what came so far is thrown away. */
  signal: AbortSignal;
  /** From when on it has taken too long, in ms. */
  limitMs: number;
  /** Waited for before the first byte is kept: the size, null when nobody told it. What it throws ends the download. */
  onSize?: (bytes: number | null) => void | Promise<void>;
  /** 0 to 100, where the size is known. */
  onPercent?: (percent: number) => void;
}

export interface Downloaded {
  /** Absolute. The file is never written again. */
  path: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** A file that is there. */
export interface DownloadedFile {
  /** Of its order. */
  name: string;
  /** Absolute. */
  path: string;
  /** False for what is on its way, or was when its worker died. */
  whole: boolean;
}

export interface DownloadPort {
  /** The file is there once it is whole and was checked; one that is there already is answered as it is. Fails with `DownloadError`. */
  download(order: DownloadOrder): Promise<Downloaded>;
  /** What there is of it, finished or not. Absent is fine. */
  remove(name: string): Promise<void>;
  /** All of them; whatever else lies there is none of ours. */
  list(): Promise<DownloadedFile[]>;
}

/** Why there is no file. */
export class DownloadError extends Error {
  /** Whose affair it is: nearly always that of the customer, who named the address. */
  readonly fault: Fault;
  /** For the customer, who named the address. */
  readonly sentence: string;
  /** Whether another try may help. */
  readonly retryable: boolean;

  constructor(sentence: string, options: { retryable: boolean; fault?: Fault; cause?: unknown }) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DownloadError';
    this.fault = options.fault ?? 'customer';
    this.sentence = sentence;
    this.retryable = options.retryable;
  }
}

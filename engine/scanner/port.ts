/** The port to a virus scanner for customers' files. Callers must not be in a transaction. */
import type { Readable } from 'node:stream';
import type { ScannerEndpoint, ScanVerdict } from '@innkeeper/model/support/scanner';

export interface Scanner {
  readonly name: string;
  /**
   * Scans a stream without holding all of it in memory, and always closes it. Never rejects: errors become `failed`. Content that was not
   * read to its end is never `clean`.
   */
  scan(content: Readable): Promise<ScanVerdict>;
}

/**
 * Returns the scanner at an endpoint. Each call names the endpoint, because the operator may change it while a process runs. `whose` is the
 * key by which slots are shared (`fairnessKey` of model/support/scanner.ts).
 */
export type Scanners = (place: ScannerEndpoint, whose: string) => Scanner;

/** The port to a program that looks for viruses in what customers send. Never asked in a transaction. */
import type { Readable } from 'node:stream';
import type { ScannerPlace, Verdict } from '@innkeeper/model/scanner';

export interface Scanner {
  readonly name: string;
  /**
   * Reads what comes as it comes, never as a whole in memory, and closes it, whatever becomes of it. Never rejects: what goes wrong is
   * `failed`. What was not read to its end is never `clean`.
   */
  scan(content: Readable): Promise<Verdict>;
}

/**
 * Each call may be given another place, since the operator may name another one while a process runs. `whose`: by which key the places are shared
 * out (`whoseTurn` of model/scanner.ts).
 */
export type Scanners = (place: ScannerPlace, whose: string) => Scanner;

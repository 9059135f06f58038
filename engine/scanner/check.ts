/** Checks whether a scanner works. */
import { Readable } from 'node:stream';
import { formatEndpoint, LARGEST_FILE_BYTES, type ScannerEndpoint } from '@innkeeper/model/support/scanner';
import type { HostFinding } from '../host/finding.ts';
import type { Scanner } from './port.ts';

/** Returns a file of the maximum size of an upload. A scanner with a lower limit is thus noticed before a customer is affected. */
export function createLargestFile(): Readable {
  const some = Buffer.alloc(64 * 1024);
  return Readable.from(Array.from({ length: LARGEST_FILE_BYTES / some.length }, () => some));
}

/** The harmless EICAR test file, which every scanner detects. Split in two, so that no scanner detects it in this source file. */
const TEST_FILE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'];

/** Scans a large clean file and the EICAR test file. Returns a finding per scan, or only the first one if it fails. */
export async function checkScanner(scanner: Scanner, place: ScannerEndpoint): Promise<HostFinding[]> {
  const name = 'virus scanner';
  const where = formatEndpoint(place);
  const empty = await scanner.scan(createLargestFile());
  if (empty.result !== 'clean') {
    const why = empty.result === 'infected' ? `finds ${empty.name} in a file of zeros` : empty.why;
    const remedy =
      'start clamd, because files of customers are refused without it; or switch scanning off with ./innkeeper scanner set --off';
    return [{ name, ok: false, why: `${where}: ${why}`, remedy }];
  }
  const reads: HostFinding = { name, ok: true, why: `answers at ${where} and reads files of 10 MiB`, remedy: null };
  const found = await scanner.scan(Readable.from([Buffer.from(TEST_FILE.join(''))]));
  if (found.result === 'infected') return [reads, { name, ok: true, why: `finds the test file: ${found.name}`, remedy: null }];
  const remedy = 'it may have no signatures: check freshclam and its log';
  return [reads, { name, ok: 'warn', why: 'does not find the EICAR test file', remedy }];
}

/** Whether a scanner does what it is there for. */
import { Readable } from 'node:stream';
import { LARGEST_FILE_BYTES, placeInWords, type ScannerPlace } from '@innkeeper/model/scanner';
import type { HostFinding } from '../host/doctor.ts';
import type { Scanner } from './port.ts';

/** As large as any that can come, so that a limit that is too low is known before a customer meets it. */
export function largestFile(): Readable {
  const some = Buffer.alloc(64 * 1024);
  return Readable.from(Array.from({ length: LARGEST_FILE_BYTES / some.length }, () => some));
}

/** The harmless file of the European Institute for Computer Antivirus Research, which every scanner finds. In two parts, so that none finds it here. */
const TEST_FILE = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', '-ANTIVIRUS-TEST-FILE!$H+H*'];

export async function checkScanner(scanner: Scanner, place: ScannerPlace): Promise<HostFinding[]> {
  const name = 'virus scanner';
  const where = placeInWords(place);
  const empty = await scanner.scan(largestFile());
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

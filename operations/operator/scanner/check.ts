import { type ScannerSettings, scannerSettings } from '@innkeeper/db/tables/scanner';
import type { OperatorCx } from '../context.ts';

/** Returns the scanner to check. The command contacts it after the transaction. */
export function checkScanner({ db }: OperatorCx): Promise<ScannerSettings> {
  return scannerSettings(db);
}

import { type ScannerSettings, scannerSettings } from '@innkeeper/db/tables/scanner';
import type { OperatorCx } from '../context.ts';

/** Whom to ask. The question is sent by the command, after the transaction. */
export function checkScanner({ db }: OperatorCx): Promise<ScannerSettings> {
  return scannerSettings(db);
}

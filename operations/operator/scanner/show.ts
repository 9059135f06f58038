import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { scannerView } from './view.ts';

export async function showScanner({ db }: OperatorCx): Promise<OperatorResult<'showScanner'>> {
  return scannerView(db);
}

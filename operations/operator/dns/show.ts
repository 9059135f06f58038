import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { dnsView } from './view.ts';

export async function showDns({ db }: OperatorCx): Promise<OperatorResult<'showDns'>> {
  return dnsView(db);
}

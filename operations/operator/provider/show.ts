import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { providerView } from './view.ts';

export function showProvider({ db }: OperatorCx, _input: OperatorInput<'showProvider'>): Promise<OperatorResult<'showProvider'>> {
  return providerView(db);
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { networkView } from './view.ts';

export async function showNetwork(
  { db }: OperatorCx,
  { node }: OperatorInput<'showNetwork'>,
): Promise<OperatorResult<'showNetwork'>> {
  return networkView(db, node);
}

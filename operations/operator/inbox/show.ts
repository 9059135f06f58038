import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { OperatorCx } from '../context.ts';
import { inboxView } from './view.ts';

export async function showInbox({ db }: OperatorCx): Promise<OperatorResult<'showInbox'>> {
  return inboxView(db);
}

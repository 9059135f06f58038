import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { signUpView } from './view.ts';

/** Lists sign-ups, newest first. */
export function listSignups(cx: OperatorCx, input: OperatorInput<'listSignups'>): Promise<OperatorResult<'listSignups'>> {
  return listPage(cx.db.selectFrom('sign_ups').selectAll().orderBy('id', 'desc'), input, signUpView(cx.clock.now()));
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { staffQuery } from './find.ts';

/** Lists the staff, oldest first. */
export function listStaff(cx: OperatorCx, input: OperatorInput<'listStaff'>): Promise<OperatorResult<'listStaff'>> {
  return listPage(staffQuery(cx.db, cx.clock.now()).orderBy('s.id'), input, (row) => row);
}

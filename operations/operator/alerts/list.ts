import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { listPage } from '@innkeeper/domain/staff/list-page';
import type { OperatorCx } from '../context.ts';
import { alertView } from './view.ts';

/** Lists open alerts, or all of them, newest first. */
export function listAlerts(cx: OperatorCx, input: OperatorInput<'listAlerts'>): Promise<OperatorResult<'listAlerts'>> {
  const { kind, all } = input;
  let query = cx.db.selectFrom('operator_alerts').selectAll().orderBy('at', 'desc').orderBy('id', 'desc');
  if (!all) query = query.where('resolved_at', 'is', null);
  if (kind !== undefined) query = query.where('kind', '=', kind);
  return listPage(query, input, alertView);
}

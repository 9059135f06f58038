import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { alertView } from './view.ts';

/**
 * Acknowledges an alert, which stays open but shows who handles it. A second acknowledgement replaces the first person. Throws
 * `wrong_state` for a closed alert.
 */
export async function acknowledgeAlert(
  cx: OperatorCx,
  { alert: id }: OperatorInput<'acknowledgeAlert'>,
): Promise<OperatorResult<'acknowledgeAlert'>> {
  const alert = await cx.db.selectFrom('operator_alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!alert) throw new Failure('not_found', { message: `Alert ${id} does not exist.` });
  if (alert.resolved_at) throw new Failure('wrong_state', { message: `Alert ${id} is already closed.` });
  const seen = { acknowledged_at: cx.clock.now(), acknowledged_by: cx.actor.name };
  await cx.db.updateTable('operator_alerts').set(seen).where('id', '=', id).execute();
  await audit(cx, 'acknowledgeAlert', alertView(alert).resource, { alert: id, kind: alert.kind });
  return alertView({ ...alert, ...seen });
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { isClosable } from '@innkeeper/model/alerts';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { alertView } from './view.ts';

/** Closes an alert. Throws `wrong_state` if it is already closed or closes automatically. */
export async function closeAlert(
  cx: OperatorCx,
  { alert: id }: OperatorInput<'closeAlert'>,
): Promise<OperatorResult<'closeAlert'>> {
  const alert = await cx.db.selectFrom('operator_alerts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!alert) throw new Failure('not_found', { message: `Alert ${id} does not exist.` });
  if (alert.resolved_at) throw new Failure('wrong_state', { message: `Alert ${id} is already closed.` });
  if (!isClosable(alert.kind)) {
    const message = `Alert ${id} (${alert.kind}) closes automatically when its cause has ended.`;
    throw new Failure('wrong_state', { message });
  }
  const now = cx.clock.now();
  await cx.db.updateTable('operator_alerts').set({ resolved_at: now }).where('id', '=', id).execute();
  await audit(cx, 'closeAlert', alertView(alert).resource, { alert: id, kind: alert.kind });
  return alertView({ ...alert, resolved_at: now });
}

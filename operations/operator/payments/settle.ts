import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { settleDispute as settle } from '@innkeeper/domain/payments/dispute';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { loadPayment } from './view.ts';

/** Settles a lost dispute. Throws `not_found`, and `wrong_state` for a dispute that is not lost. */
export async function settleDispute(
  cx: OperatorCx,
  input: OperatorInput<'settleDispute'>,
): Promise<OperatorResult<'settleDispute'>> {
  const dispute = await cx.db.selectFrom('disputes').selectAll().where('id', '=', input.dispute).forUpdate().executeTakeFirst();
  if (!dispute) throw new Failure('not_found', { message: `Dispute ${input.dispute} does not exist.` });
  if (dispute.state !== 'lost')
    throw new Failure('wrong_state', {
      message: `Dispute ${dispute.id} is ${dispute.state}. Only a lost dispute can be settled.`,
    });
  await settle(cx, dispute);
  await audit(
    cx,
    'settleDispute',
    { kind: 'payment', id: dispute.payment_id, accountId: dispute.account_id },
    { dispute: dispute.id },
  );
  return loadPayment(cx.db, dispute.payment_id);
}

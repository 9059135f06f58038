import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { findPayment } from '@innkeeper/db/tables/payments';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { lineView } from './view.ts';

export async function assignBank(cx: OperatorCx, input: OperatorInput<'assignBank'>): Promise<OperatorResult<'assignBank'>> {
  const lines = cx.db.selectFrom('bank_statement_lines').selectAll().where('id', '=', input.line);
  const line = await lines.forUpdate().executeTakeFirst();
  const payment = await findPayment(cx.db, input.payment);
  if (!line) throw new Failure('not_found', { message: `There is no credit ${input.line}.` });
  if (!payment) throw new Failure('not_found', { message: `There is no payment ${input.payment}.` });
  if (line.payment_id !== null)
    throw new Failure('wrong_state', { message: `Credit ${line.id} is for payment ${line.payment_id} already.` });
  if (payment.gateway !== 'bank' || payment.currency !== line.currency)
    throw new Failure('wrong_state', { message: `Payment ${payment.id} is no transfer in ${line.currency}.` });
  await cx.db.updateTable('bank_statement_lines').set({ payment_id: payment.id }).where('id', '=', line.id).execute();
  await audit(cx, 'assignBank', { kind: 'payment', id: payment.id, accountId: payment.account_id }, { line: line.id });
  return lineView({ ...line, payment_id: payment.id });
}

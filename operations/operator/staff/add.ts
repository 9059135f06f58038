import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import { loadStaff, refuseTaken } from './find.ts';

/** Adds a staff member. Throws `validation` if another person has the address. */
export async function addStaff(cx: OperatorCx, input: OperatorInput<'addStaff'>): Promise<OperatorResult<'addStaff'>> {
  await refuseTaken(cx, input.email);
  const row = { ...input, created_at: cx.clock.now() };
  const { id } = await cx.db.insertInto('staff').values(row).returning('id').executeTakeFirstOrThrow();
  await audit(cx, 'addStaff', { kind: 'staff', id, accountId: null }, input);
  return loadStaff(cx, id);
}

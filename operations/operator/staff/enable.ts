import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { loadStaff } from './find.ts';

/**
 * Enables a disabled person, without the previous credentials and tokens. Throws `not_found`, and `wrong_state` for a person who is not
 * disabled.
 */
export async function enableStaff(
  cx: OperatorCx,
  { person }: OperatorInput<'enableStaff'>,
): Promise<OperatorResult<'enableStaff'>> {
  const { id, name, disabled_at } = await requireStaff(cx, person);
  if (!disabled_at) throw new Failure('wrong_state', { message: `${name} is not disabled.` });
  await cx.db.updateTable('staff').set({ disabled_at: null }).where('id', '=', id).execute();
  await audit(cx, 'enableStaff', { kind: 'staff', id, accountId: null });
  return loadStaff(cx, id);
}

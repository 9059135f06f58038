import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { requireStaff } from '@innkeeper/domain/staff/find';
import { namedFields } from '@innkeeper/model/named-fields';
import type { OperatorCx } from '../context.ts';
import { loadStaff, refuseTaken } from './find.ts';

/** Changes a staff member. A new role applies from the next request. */
export async function setStaff(
  cx: OperatorCx,
  { person, ...given }: OperatorInput<'setStaff'>,
): Promise<OperatorResult<'setStaff'>> {
  const changes = namedFields(given);
  const { id } = await requireStaff(cx, person);
  if (changes.email !== undefined) await refuseTaken(cx, changes.email, id);
  await cx.db.updateTable('staff').set(changes).where('id', '=', id).execute();
  await audit(cx, 'setStaff', { kind: 'staff', id, accountId: null }, changes);
  return loadStaff(cx, id);
}

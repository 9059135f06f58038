import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { clearStaffIdentities, deleteStaffProvider, lockStaffProvider } from '@innkeeper/db/tables/staff-identities';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { providerView } from './view.ts';

/** Removes the identity provider of the staff and ends its sessions. Throws `not_found` if none is set. */
export async function removeProvider(
  cx: OperatorCx,
  _input: OperatorInput<'removeProvider'>,
): Promise<OperatorResult<'removeProvider'>> {
  const before = await lockStaffProvider(cx.db);
  if (!before) throw new Failure('not_found', { message: 'No identity provider is set for the staff.' });
  const ended = await clearStaffIdentities(cx.db, cx.clock.now());
  await deleteStaffProvider(cx.db);
  await audit(cx, 'removeProvider', null, { issuer: before.issuer, ended });
  return providerView(cx.db);
}

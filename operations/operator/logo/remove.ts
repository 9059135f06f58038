import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { logoView } from './view.ts';

/** Removes the logo. Issued documents keep their logo. Throws `not_found` if none is set. */
export async function removeLogo(cx: OperatorCx, _input: OperatorInput<'removeLogo'>): Promise<OperatorResult<'removeLogo'>> {
  const { numUpdatedRows } = await cx.db
    .updateTable('seller')
    .set({ logo: null })
    .where('logo', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Failure('not_found', { message: 'No logo is set.' });
  await audit(cx, 'removeLogo', null);
  return logoView(null);
}

import { releaseFenced } from '@innkeeper/db/recovery/fenced-addresses';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/** Releases an address that a restore has reserved. Throws `not_found`, and `wrong_state` if the address is not reserved. */
export async function releaseRestore(
  cx: StaffCx,
  { address }: StaffInput<'releaseRestore'>,
): Promise<StaffReply<'releaseRestore'>> {
  const row = await cx.db
    .selectFrom('ip_addresses')
    .select(['id', 'address'])
    .where('address', '=', address)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new Failure('not_found', { message: `No pool has the address ${address}.` });
  const excluded = await releaseFenced(cx.db, row.id);
  if (excluded === undefined) throw new Failure('wrong_state', { message: `No restore keeps back the address ${address}.` });
  await audit(cx, 'releaseRestore', { kind: 'ip_address', id: row.id, accountId: null }, { address: row.address });
  return { address: row.address, excluded };
}

import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { dnsSettings } from '@innkeeper/db/tables/dns-settings';
import { lockPool } from '@innkeeper/db/tables/ip-pools';
import { audit } from '@innkeeper/domain/audit';
import { Failure } from '@innkeeper/model/failures';
import type { OperatorCx } from '../context.ts';
import { noPool } from './view.ts';

/** Removes a pool. The history of its holders remains. Throws `not_found`, and `wrong_state` while an address is in use. */
export async function removePool(cx: OperatorCx, input: OperatorInput<'removePool'>): Promise<OperatorResult<'removePool'>> {
  const found = await cx.db.selectFrom('ip_pools').select('id').where('name', '=', input.pool).executeTakeFirst();
  const pool = found && (await lockPool(cx.db, found.id));
  if (!pool) throw noPool(input.pool);
  const { id, name, cidr } = pool;
  // The deletion waits for transactions that are assigning an address. The address then counts as in use.
  await cx.db.deleteFrom('ip_addresses').where('pool_id', '=', id).where('account_id', 'is', null).execute();
  const used = await cx.db
    .selectFrom('ip_addresses')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('count'))
    .where('pool_id', '=', id)
    .executeTakeFirstOrThrow();
  if (used.count > 0) {
    const message = `Pool ${name} still has ${used.count} addresses in use. Drain the pool, and remove it when they are free.`;
    throw new Failure('wrong_state', { message });
  }
  await deleteNames(cx, pool);
  await cx.db.deleteFrom('ip_pools').where('id', '=', id).execute();
  await audit(cx, 'removePool', { kind: 'ip_pool', id }, { name, cidr });
  return { name, cidr };
}

/**
 * Deletes the names of the pool's zones. Throws `wrong_state` until the DNS server has deleted them, because no record of them remains
 * afterwards.
 */
async function deleteNames({ db }: OperatorCx, { id, name }: { id: number; name: string }): Promise<void> {
  const { driver } = await dnsSettings(db);
  const left = await db.selectFrom('ptr_names').select('address').where('pool_id', '=', id).executeTakeFirst();
  if (driver !== null && left) {
    const message = `The names of pool ${name} are not deleted from the DNS server yet. Try again when it answers, or unset it: ./innkeeper dns set --driver none`;
    throw new Failure('wrong_state', { message });
  }
  await db.deleteFrom('ptr_names').where('pool_id', '=', id).execute();
}

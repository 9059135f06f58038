import { audit } from '@innkeeper/domain/audit';
import type { OperatorCx } from '../context.ts';
import { loadPool, noPool } from './view.ts';

/** Sets whether addresses of a pool are assigned. Assigned addresses are not affected. */
export async function changeState(cx: OperatorCx, action: string, name: string, draining: boolean) {
  const pool = await cx.db.updateTable('ip_pools').set({ draining }).where('name', '=', name).returning('id').executeTakeFirst();
  if (!pool) throw noPool(name);
  await audit(cx, action, { kind: 'ip_pool', id: pool.id }, { name });
  return loadPool(cx, name);
}

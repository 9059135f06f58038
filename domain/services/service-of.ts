import type { Service } from '@innkeeper/db/schema';
import { lockServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/**
 * Returns the service of a row that the request pipeline loaded, locked until the transaction ends. Both rows have the same id. Throws
 * `not_found`.
 */
export async function serviceOf(cx: MutatingCx, { id }: { id: number }): Promise<Service> {
  const [service] = await lockServices(cx.db, [id]);
  if (!service) throw new Failure('not_found');
  return service;
}

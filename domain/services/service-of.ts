import type { Service } from '@innkeeper/db/schema';
import { lockServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';

/**
 * The service of a row that the pipeline has loaded: both have the same id. Locked for the rest of the transaction. Throws
 * `not_found`.
 */
export async function serviceOf(cx: MutatingCx, { id }: { id: number }): Promise<Service> {
  const [service] = await lockServices(cx.db, [id]);
  if (!service) throw new Failure('not_found');
  return service;
}

import type { Service } from '@innkeeper/db/schema';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { lockServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import type { MutatingCx } from '../context.ts';
import { ownedBy } from '../own.ts';
import type { SoldType } from './registry.ts';

/** The caller's service of a type, its row locked for the rest of the transaction. Throws `not_found`, `not_yours`, `locked`. */
export async function ownService(cx: MutatingCx, type: SoldType, id: number): Promise<Service> {
  const [service] = await lockServices(cx.db, [id]);
  if (service?.type !== type) throw new Failure('not_found');
  ownedBy(cx, service);
  await refuseIfLocked(cx.db, type, id);
  return service;
}

import type { OperatorResult } from '@innkeeper/contract/operator/all';
import type { Service } from '@innkeeper/db/schema';
import { refuseIfLocked } from '@innkeeper/db/tables/locks';
import { findServices, lockServices } from '@innkeeper/db/tables/services';
import { Failure } from '@innkeeper/model/failures';
import { resourceKindOf } from '@innkeeper/model/services';
import type { OperatorCx } from '../context.ts';

/** Locks and returns a service that is not an addon. Throws `not_found`, `locked`, and `wrong_state` for an addon. */
export async function requireService({ db }: OperatorCx, id: number): Promise<Service> {
  const [service] = await lockServices(db, [id]);
  if (!service) throw new Failure('not_found', { message: `Service ${id} does not exist.` });
  if (service.parent_id !== null)
    throw new Failure('wrong_state', { message: `Service ${id} is an addon. Name its server instead: ${service.parent_id}.` });
  await refuseIfLocked(db, resourceKindOf(service.type), id);
  return service;
}

/** Returns the current suspension of a service. */
export async function suspensionOf({ db }: OperatorCx, id: number): Promise<OperatorResult<'suspendService'>> {
  const [service] = await findServices(db, [id]);
  if (!service) throw new Failure('not_found');
  const { type, status, expiry_at, staff_suspended_at, account_id: account, staff_suspend_reason: reason } = service;
  return { id, account, type, status, expiry_at, staff_suspended_at, reason };
}

/** Suspends or ends all services of an account by staff. */
import { listLocked } from '@innkeeper/db/tables/locks';
import { lockServicesInUse, lockServicesToEnd } from '@innkeeper/db/tables/service-ends';
import type { MutatingCx } from '../context.ts';
import { endByStaff, type StaffEnd } from './end-by-staff.ts';
import { suspendByStaff } from './suspend-by-staff.ts';

/** Suspends the services in use. Returns how many, and the ids of those that a workflow locks, which are left out. */
export async function suspendServicesOf(
  cx: MutatingCx,
  accountId: number,
  reason: string,
): Promise<{ suspended: number; locked: number[] }> {
  const services = await lockServicesInUse(cx.db, accountId);
  const locked = await listLocked(cx.db, services);
  const unlocked = services.filter(({ id }) => !locked.has(id));
  await suspendByStaff(cx, unlocked, reason);
  return { suspended: unlocked.length, locked: [...locked] };
}

/** Ends all services that have not ended and have no end yet. Returns their ids. */
export async function endServicesOf(cx: MutatingCx, accountId: number, end: StaffEnd): Promise<number[]> {
  const services = await lockServicesToEnd(cx.db, accountId);
  return endByStaff(cx, services, end, await listLocked(cx.db, services));
}

import type { Service } from '@innkeeper/db/schema';
import type { MutatingCx } from '../context.ts';
import { addMailsDue } from '../mail/due.ts';
import { resumeService, suspendService } from './lifecycle.ts';

/** Suspends an expired unpaid service. Its owner is mailed the date on which the data will be deleted. The caller has locked `service`. */
export async function suspendUnpaid(cx: MutatingCx, service: Service): Promise<void> {
  await suspendService(cx, service);
  await addMailsDue(cx, { kind: 'services-suspended', accountId: service.account_id, ids: [service.id] });
}

/** Resumes a paid service and tells its owner. The caller has locked `service`. */
export async function resumePaid(cx: MutatingCx, service: Service): Promise<void> {
  await resumeService(cx, service);
  await addMailsDue(cx, { kind: 'services-resumed', accountId: service.account_id, ids: [service.id] });
}

import type { Service } from '@innkeeper/db/schema';
import type { MutatingCx } from '../context.ts';
import { queueMail } from '../mail/queue.ts';
import { suspendService } from './lifecycle.ts';
import { offerOf } from './offers.ts';

/** Suspends an expired unpaid service, and mails its owner the date on which the data will be deleted. The caller has locked `service`. */
export async function suspendUnpaid(cx: MutatingCx, service: Service): Promise<void> {
  await suspendService(cx, service);
  const { label } = await offerOf(cx.db, service);
  const until = service.expiry_at?.getTime() ?? cx.clock.now().getTime();
  await queueMail(cx, {
    accountId: service.account_id,
    template: 'services-suspended',
    data: { services: [{ name: label, until }], ends: cx.clock.now().getTime() + cx.settings.cancelGraceMs },
    dedupeKey: `suspended:${service.id}:${until}`,
  });
}

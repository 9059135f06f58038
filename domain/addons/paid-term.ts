/** The paid term of a server and its addons. Addons last as long as their server. */
import type { Server, Service } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { Term } from '@innkeeper/model/pricing/proration';

type PaidService = Pick<Service | Server, 'billing_anchor' | 'billing_cycle' | 'expiry_at'>;

/** Returns the paid term. Throws `wrong_state` if the paid period has ended. */
export function paidTerm(service: PaidService, now: Date): Term {
  const { billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt } = service;
  if (!anchor || !expiresAt || expiresAt <= now)
    throw new Failure('wrong_state', { message: 'The paid period of this server has ended. Renew the server first.' });
  return { anchor, months, expiresAt };
}

/** Returns the paid term, or `null` if the paid period has ended. */
export function paidTermOrNull(service: PaidService, now: Date): Term | null {
  return service.expiry_at && service.expiry_at > now ? paidTerm(service, now) : null;
}

/** What addons cost until their server's expiry: they last as long as it does. */
import type { Server, Service } from '@innkeeper/db/schema';
import { Failure } from '@innkeeper/model/failures';
import type { Term } from '@innkeeper/model/pricing/proration';

type Timed = Pick<Service | Server, 'billing_anchor' | 'billing_cycle' | 'expiry_at'>;

/** Of what is paid. Throws `wrong_state` when nothing is left of it. */
export function paidTerm(service: Timed, now: Date): Term {
  const { billing_anchor: anchor, billing_cycle: months, expiry_at: expiresAt } = service;
  if (!anchor || !expiresAt || expiresAt <= now)
    throw new Failure('wrong_state', { message: 'The paid period of this server has ended. Renew the server first.' });
  return { anchor, months, expiresAt };
}

/** The same; null when nothing is left. */
export function paidTermOrNull(service: Timed, now: Date): Term | null {
  return service.expiry_at && service.expiry_at > now ? paidTerm(service, now) : null;
}

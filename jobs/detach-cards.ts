/** Has gateways detach the cards of closed accounts. The account is closed whatever they say: one that does not answer is asked again. */
import { forEachDue } from '@innkeeper/db/tables/due';
import { findCardsToDetach, markDetached } from '@innkeeper/db/tables/saved-cards';
import type { PaymentsContext } from './job.ts';

const BATCH = 50;

/** Returns how many were detached. */
export function detachCards(cx: PaymentsContext): Promise<number> {
  return forEachDue(cx, {
    name: 'detach-cards',
    kind: 'saved_card',
    find: (except) => findCardsToDetach(cx.db, { except, limit: BATCH }),
    async act({ id, gateway, gateway_id }) {
      await (await cx.payments.gateway(gateway)).detachCard(gateway_id);
      await markDetached(cx.db, id, cx.clock.now());
      return true;
    },
  });
}

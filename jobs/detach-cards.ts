/**
 * Detaches cards at their gateways: those that their owner removed or replaced, and those of closed accounts. An account is closed regardless of the result. A gateway that does not answer
 * is retried.
 */
import { forEachDue } from '@innkeeper/db/tables/due';
import { findCardsToDetach, markDetached } from '@innkeeper/db/tables/saved-cards';
import type { PaymentsContext } from './job.ts';

const BATCH = 50;

/** Detaches due cards. Returns how many. */
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

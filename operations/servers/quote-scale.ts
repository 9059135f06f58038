import { readSpendable } from '@innkeeper/db/ledger/spending';
import type { Server } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseSpending } from '@innkeeper/domain/orders/place';
import { type OrderQuote, quoteOf } from '@innkeeper/domain/orders/quote';
import { checkScale, periodLeft, type ScaleRequest } from '@innkeeper/domain/servers/scale-check';
import { explainHostShortage, hostHasRoom } from '@innkeeper/domain/servers/scale-room';
import { spenderOf } from '@innkeeper/domain/spending';
import { capacityChange } from '@innkeeper/model/scaling';

/**
 * Returns the quote for a plan change and whether the server's host has room. Throws the errors of `scaleServer`, except `no_capacity` and
 * `insufficient_funds`.
 */
export async function quoteScale(cx: MutatingCx<Customer>, input: ScaleRequest & { server: Server }): Promise<OrderQuote> {
  const { server } = input;
  const { plan, from, to, amount, price, tax, downtime } = await checkScale(cx, server, input);
  refuseSpending(cx, await readSpendable(cx.db, spenderOf(cx, server.account_id)), amount.gross);
  const { more } = capacityChange(from, to);
  const hasRoom = await hostHasRoom(cx, server.node_id, more);
  const line = {
    label: server.hostname,
    sublabel: plan.name,
    ...periodLeft(server, cx.clock.now()),
    ...amount,
    explanation: price.explanation,
  };
  return quoteOf(cx, { accountId: server.account_id, tax }, [line], {
    downtime,
    capacity: hasRoom ? 'ok' : await explainHostShortage(cx, server.node_id, more),
  });
}

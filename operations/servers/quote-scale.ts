import { readSpendable } from '@innkeeper/db/ledger/spending';
import type { Server } from '@innkeeper/db/schema';
import type { Customer } from '@innkeeper/domain/actor';
import type { MutatingCx } from '@innkeeper/domain/context';
import { refuseSpending } from '@innkeeper/domain/orders/place';
import { type Quoted, quoteOf } from '@innkeeper/domain/orders/quote';
import { spenderOf } from '@innkeeper/domain/orders/spending';
import { checkScale, periodLeft, type ScaleRequest } from '@innkeeper/domain/servers/scale-check';
import { hostHasRoom, lackOfHost } from '@innkeeper/domain/servers/scale-room';
import { capacityChange } from '@innkeeper/model/scaling';

/** What a move would cost, and whether its host has room. Throws what `scaleServer` throws, but `no_capacity` and `insufficient_funds`. */
export async function quoteScale(cx: MutatingCx<Customer>, input: ScaleRequest & { server: Server }): Promise<Quoted> {
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
    capacity: hasRoom ? 'ok' : await lackOfHost(cx, server.node_id, more),
  });
}

/** Second phase of a deploy: loads everything that prices and places depend on. A parsed deploy comes before it, a placed one follows. */
import { lockSpendable, type SpendableBalance } from '@innkeeper/db/ledger/spending';
import { drawOrderIds, type OrderIds } from '@innkeeper/db/tables/ids';
import { together } from '@innkeeper/db/transaction';
import type { TaxDecision } from '@innkeeper/model/vat/decide';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import { refuseSuspended } from '../services/suspended-account.ts';
import { spenderOf } from '../spending.ts';
import { taxOf } from '../tax/tax-of.ts';
import { addressesEach, type CheckedDeploy, checkDeploy, type ParsedDeploy } from './deploy-check.ts';
import { type CandidateNode, listCandidateNodes } from './placement.ts';

/** A deploy with its rows, which is not priced or placed yet. */
export interface ResolvedDeploy extends CheckedDeploy {
  /** Balance of the buyer, locked until the end of the transaction. */
  balance: SpendableBalance;
  /** Nodes with room. */
  places: CandidateNode[];
  tax: TaxDecision;
  /** Ids of the order, its lines and its services: a server, its addons, the next server. */
  ids: OrderIds;
}

/**
 * Loads the rows of a deploy. The statements are sent at once, because each round trip to the database adds latency. Throws the errors of
 * `checkDeploy`, and `account_suspended`.
 */
export async function resolveDeploy(cx: MutatingCx<Customer>, parsed: ParsedDeploy): Promise<ResolvedDeploy> {
  const count = parsed.names.length;
  const services = count * (1 + parsed.addons.length);
  const [, checked, balance, places, tax, ids] = await together(
    refuseSuspended(cx),
    checkDeploy(cx, parsed),
    lockSpendable(cx.db, spenderOf(cx, cx.actor.accountId)),
    listCandidateNodes(cx, count, addressesEach(parsed)),
    taxOf(cx, cx.actor.accountId),
    drawOrderIds(cx.db, { services, lines: services }),
  );
  return { ...checked, balance, places, tax, ids };
}

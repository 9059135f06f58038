import { balanceEntriesOf } from '@innkeeper/db/tables/mailed-facts';
import { amountOf, balanceAfter, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';

/** Tells of a credit or a charge by staff. */
export const composeBalanceChanged: Composer = async (cx, { account_id: accountId, ids }) => {
  for (const { id, amount, description } of await balanceEntriesOf(cx.db, ids)) {
    const charged = amount < 0n;
    await queueMail(cx, {
      ...{ accountId, template: 'balance-changed', dedupeKey: `balance-changed:${id}` },
      data: {
        amount: amountOf(cx, charged ? -amount : amount),
        charged,
        reason: description,
        balance: await balanceAfter(cx, { accountId, entryId: id }),
        page: pageOf(cx, '/balance'),
      },
    });
  }
};

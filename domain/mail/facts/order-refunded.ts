import { balanceOf } from '@innkeeper/db/ledger';
import { suspendedAccounts } from '@innkeeper/db/tables/accounts';
import { balanceEntriesOf, creditNotesOf } from '@innkeeper/db/tables/mailed-facts';
import { payeesOfRefunds } from '@innkeeper/db/tables/order-refunds';
import { invoiceNumber } from '@innkeeper/model/invoices/document';
import type { WayOfMoney } from '@innkeeper/model/mail/ways';
import { type RefundReason, refundActOf, refundReasonOf } from '@innkeeper/model/services/refund-reasons';
import { amountOf, type Composer, pageOf } from '../composer.ts';
import { queueMail } from '../queue.ts';
import { wayOfPayment } from '../ways.ts';

/** Tells of the refunds of an order, with the credit notes. Refunds that go different ways, or have different reasons, are separate mails. */
export const composeOrderRefunded: Composer = async (cx, { account_id: accountId, order_id: orderId, ids }) => {
  const notes = await creditNotesOf(cx.db, ids);
  const payees = await payeesOfRefunds(cx.db, ids);
  const isSuspended = (await suspendedAccounts(cx.db, [accountId])).has(accountId);
  const entries = new Map((await balanceEntriesOf(cx.db, ids)).map(({ id, description }) => [id, description]));
  const groups = new Map<string, { group: typeof notes; reason: string; why: RefundReason | null }>();
  for (const note of notes) {
    const stored = [...new Set(note.document.notes)].join(' ');
    const act = stored === '' ? refundActOf(entries.get(note.entry_id ?? 0) ?? '') : null;
    const { sentence: reason, why } = act ?? { sentence: stored, why: refundReasonOf(stored) };
    const key = `${payees.get(note.entry_id ?? 0)?.id ?? ''} ${reason}`;
    groups.set(key, { group: [...(groups.get(key)?.group ?? []), note], reason, why });
  }
  for (const { group, reason, why } of groups.values()) {
    const payee = payees.get(group[0]?.entry_id ?? 0);
    const to: WayOfMoney = payee
      ? await wayOfPayment(cx, { id: payee.payment_id, method: payee.method }, payee.iban)
      : { by: 'balance' };
    const amount = -group.reduce((sum, { gross }) => sum + gross, 0n);
    await queueMail(cx, {
      ...{ accountId, template: 'order-refunded', dedupeKey: `order-refunded:${group[0]?.id}` },
      data: {
        order: orderId,
        amount: amountOf(cx, amount),
        reason,
        why,
        to,
        isReturned: payee?.isReturned ?? false,
        isSpent: (await balanceOf(cx.db, accountId)).balance < amount,
        isSuspended,
        notes: group.map(({ type, number }) => invoiceNumber(type, number)),
        page: pageOf(cx, `/orders/${orderId}`),
      },
      attachments: group.map(({ id }) => id),
    });
  }
};

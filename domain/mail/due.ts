/** Queues facts for their mails in the transaction of the fact. */
import { insertMailsDue } from '@innkeeper/db/tables/mails-due';
import { isOldFact, MAIL_FACTS, type MailFact } from '@innkeeper/model/mail/facts';
import type { Cx } from '../context.ts';

export interface NewMailFact {
  kind: MailFact;
  accountId: number;
  orderId?: number;
  /** Rows of the fact. Their table follows from the kind. */
  ids?: readonly number[];
  /** Time of the fact, by default now. A job may handle a fact long after it. */
  at?: Date;
  /** Delay in milliseconds, by default that of the kind. */
  delayMs?: number;
}

/** Queues facts, which several services or lines may share. Leaves out old facts, so that a new one of the same order is still mailed. */
export async function addMailsDue(cx: Pick<Cx, 'db' | 'clock'>, ...facts: readonly NewMailFact[]): Promise<void> {
  const now = cx.clock.now();
  const rows = new Map<string, Parameters<typeof insertMailsDue>[1][number]>();
  for (const { kind, accountId, orderId = 0, ids = [], at = now, delayMs = MAIL_FACTS[kind] } of facts) {
    if (isOldFact(at, now)) continue;
    const key = `${kind} ${accountId} ${orderId}`;
    const row = rows.get(key);
    if (row) row.ids.push(...ids);
    else {
      const due_at = new Date(now.getTime() + delayMs);
      rows.set(key, { kind, account_id: accountId, order_id: orderId, ids: [...ids], created_at: at, due_at });
    }
  }
  await insertMailsDue(cx.db, [...rows.values()]);
}

/** Returns the fact that a renewal ordered by a job waits for payment. While a card is charged, the outcome is the fact. */
export const renewalDue = (accountId: number, orderId: number): NewMailFact => ({ kind: 'renewal-due', accountId, orderId });

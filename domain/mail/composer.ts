/** Amounts, pages of the console and bounded lists, for the writers of mails. */
import { balanceSince } from '@innkeeper/db/tables/balance-since';
import type { MailDue } from '@innkeeper/db/tables/mails-due';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import type { Cx, MutatingCx } from '../context.ts';

/** Writes the mail of a fact, or none if nothing is left to tell. */
export type Composer = (cx: MutatingCx, due: MailDue) => Promise<void>;

/** Page of the console where the owner reaches support, also while the account is suspended. */
export const SUPPORT_PAGE = '/support';

/** Maximum number of items that a mail lists. It tells how many more there are. */
const MAX_LISTED = 25;

/** Returns an amount with its currency, such as `12.00 EUR`. */
export const amountOf = ({ settings }: Pick<Cx, 'settings'>, cents: Cents): string =>
  `${formatDecimal(cents)} ${settings.currency}`;

/**
 * Returns the balance right after an entry and the payments of these orders, or `null` once other money has moved. A mail about the entry then
 * says nothing of the balance.
 */
export async function balanceAfter(
  cx: Pick<Cx, 'db' | 'settings'>,
  { entryId, ...of }: { accountId: number; entryId: number | undefined; orderIds?: readonly number[] },
): Promise<string | null> {
  const balance = entryId === undefined ? undefined : await balanceSince(cx.db, { entryId, ...of });
  return balance === undefined ? null : amountOf(cx, balance);
}

/** Returns the URL of a page of the console, or `null` if the installation has no page that readers can open. */
export const pageOf = ({ settings: { pageUrl } }: Pick<Cx, 'settings'>, path: string): string | null =>
  pageUrl === null ? null : new URL(path, pageUrl).href;

/** Returns the first items, and the number of those that are left out. */
export const bounded = <T>(items: readonly T[]): { listed: T[]; more: number } => ({
  listed: items.slice(0, MAX_LISTED),
  more: Math.max(0, items.length - MAX_LISTED),
});

/** Returns a payment that was closed because of another of its orders, as an id of a request to pay. Other ids are lines. */
export const closedPayment = (paymentId: number): number => -paymentId;

/** The reasons of another request to pay. */
interface RequestReasons {
  /** Services were taken out of the order. */
  reduced?: true;
  /** The payment that was asked for has been closed. */
  replaced?: true;
}

/** Returns deduplication key and reasons of a request to pay. `ids`: lines that were taken out of the order, and closed payments. */
export function requestOf(template: string, orderId: number, ids: readonly number[]): { key: string; reasons: RequestReasons } {
  const [lines, payments] = [ids.filter((id) => id > 0), ids.filter((id) => id < 0)];
  const parts = [template, orderId, ...(lines.length > 0 ? [Math.max(...lines)] : [])];
  if (payments.length > 0) parts.push(`payment-${Math.max(...payments.map((id) => -id))}`);
  return {
    key: parts.join(':'),
    reasons: { ...(lines.length > 0 && { reduced: true }), ...(payments.length > 0 && { replaced: true }) },
  };
}

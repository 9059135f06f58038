/** Amounts, pages of the console and bounded lists, for the writers of mails. */
import type { MailDue } from '@innkeeper/db/tables/mails-due';
import { type Cents, formatDecimal } from '@innkeeper/model/money/money';
import type { Cx, MutatingCx } from '../context.ts';

/** Writes the mail of a fact, or none if nothing is left to tell. */
export type Composer = (cx: MutatingCx, due: MailDue) => Promise<void>;

/** Maximum number of items that a mail lists. It tells how many more there are. */
const MAX_LISTED = 25;

/** Returns an amount with its currency, such as `12.00 EUR`. */
export const amountOf = ({ settings }: Pick<Cx, 'settings'>, cents: Cents): string =>
  `${formatDecimal(cents)} ${settings.currency}`;

/** Returns the URL of a page of the console, or `null` if the installation has no page that readers can open. */
export const pageOf = ({ settings: { pageUrl } }: Pick<Cx, 'settings'>, path: string): string | null =>
  pageUrl === null ? null : new URL(path, pageUrl).href;

/** Returns the first items, and the number of those that are left out. */
export const bounded = <T>(items: readonly T[]): { listed: T[]; more: number } => ({
  listed: items.slice(0, MAX_LISTED),
  more: Math.max(0, items.length - MAX_LISTED),
});

/** Returns the deduplication key of a request to pay. `taken`: lines that were taken out of the order, which make it another request. */
export const keyOfRequest = (template: string, orderId: number, taken: readonly number[]): string =>
  taken.length === 0 ? `${template}:${orderId}` : `${template}:${orderId}:${Math.max(...taken)}`;

/** Mails about the suspension of an account by staff. The internal reason is never mailed. */
import { announcedEnds, mailedServices } from '@innkeeper/db/tables/mailed-services';
import { findServiceEnds } from '@innkeeper/db/tables/service-ends';
import { listSuspended } from '@innkeeper/db/tables/services';
import { askedOrders } from '@innkeeper/db/tables/void-orders';
import type { MutatingCx } from '../context.ts';
import { bounded, pageOf, SUPPORT_PAGE } from './composer.ts';
import { queueMail } from './queue.ts';
import { debtsOfAccount } from './renewal-ways.ts';
import { ENDS_ROLES, queueTechnicalMail } from './technical.ts';

/** Tells that an account is suspended, with the services that were suspended with it, their reason and void orders. */
export async function mailAccountSuspended(
  cx: MutatingCx,
  account: number,
  { suspended, voidOrders, reason }: { suspended: readonly number[]; voidOrders: readonly number[]; reason: string | null },
): Promise<void> {
  const orders = await askedOrders(cx.db, { accountId: account, orderIds: voidOrders });
  const about = { ...(await namesOf(cx, suspended)), reason, ...(orders.length > 0 && { orders }) };
  const data = { account, ...about, page: pageOf(cx, SUPPORT_PAGE) };
  const dedupeKey = `account-suspended:${account}:${cx.clock.now().getTime()}`;
  await queueTechnicalMail(cx, { accountId: account, template: 'account-suspended', data, dedupeKey }, ENDS_ROLES);
}

/** Tells that an account can be used again, which of its services stay suspended, and those who read about money which orders wait. */
export async function mailAccountResumed(cx: MutatingCx, account: number): Promise<void> {
  const suspended = await listSuspended(cx.db, account);
  // The mail about an end that is not told yet names its service, and none does if the end is undone before.
  const ending = (await findServiceEnds(cx.db, suspended)).map(({ service_id }) => service_id);
  const told = await announcedEnds(cx.db, account, ending);
  const off = suspended.filter((id) => !ending.includes(id) || told.has(id));
  const data = { account, ...(await namesOf(cx, off)), page: pageOf(cx, SUPPORT_PAGE) };
  const dedupeKey = `account-resumed:${account}:${cx.clock.now().getTime()}`;
  const mail = { accountId: account, template: 'account-resumed' as const, data, dedupeKey };
  // A home that takes no real money asks for none.
  const debts = cx.settings.hasTrialPayments ? undefined : await debtsOfAccount(cx, account);
  if (debts) await queueMail(cx, { ...mail, data: { ...data, ...debts } });
  // Readers of the mail with the orders do not get this one too: it has the same key.
  await queueTechnicalMail(cx, mail, ENDS_ROLES);
}

async function namesOf({ db }: MutatingCx, ids: readonly number[]): Promise<{ names: string[]; more: number }> {
  const { listed: names, more } = bounded((await mailedServices(db, ids)).map(({ name }) => name));
  return { names, more };
}

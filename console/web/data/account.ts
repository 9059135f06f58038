/** Queries of the account: facts that fix its billing data, its referrals, its exports and its closing. */
import type { AccountExport, Affiliate, AffiliateConversion, AffiliatePayout, OrderSummary } from '@innkeeper/sdk/index';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';
import { pagesQuery } from './pages.ts';
import { queryClient, WITHOUT_EVENTS } from './query.ts';
import { sessionQuery } from './session.ts';
import { userQuery } from './user.ts';

const PER_PAGE = 25;

/** Facts about the paid orders of an account. */
export interface PaidOrders {
  /** True if an order was paid. Deposits do not count. */
  paid: boolean;
  /** Time of the first known payment, or `null` if there is none. */
  firstPaymentAt: Date | null;
}

/** Returns the facts that fix the billing data, as far as these orders show them. Pure. */
export function paidOrdersOf(orders: readonly Pick<OrderSummary, 'type' | 'payment_date'>[]): PaidOrders {
  const times = orders.flatMap(({ payment_date: at }) => (at === null ? [] : [Date.parse(at)]));
  return {
    paid: orders.some(({ type }) => type !== 'deposit'),
    firstPaymentAt: times.length === 0 ? null : new Date(Math.min(...times)),
  };
}

/** The newest and the oldest paid orders. Events of orders make them stale. */
export const paidOrdersQuery = queryOptions({
  queryKey: ['orders', 'paid-ones'],
  queryFn: async ({ signal }) => {
    const read = (page: number) => client.listOrders({ 'filter[status]': ['paid'], page, per_page: 50 }, { signal });
    const { data, meta } = await read(1);
    return paidOrdersOf(meta.last_page > 1 ? [...data, ...(await read(meta.last_page)).data] : data);
  },
});

/** The affiliate data, or `null` until the program is activated. */
export const affiliateQuery = queryOptions({
  queryKey: ['affiliate', 'facts'],
  queryFn: async ({ signal }): Promise<Affiliate | null> => {
    // The code of the account shows this without a refused request, which the browser would report as an error.
    const { aff_hash: code } = await queryClient.fetchQuery({ ...userQuery, staleTime: 0 });
    return code === null ? null : client.getAffiliate({}, { signal });
  },
  ...WITHOUT_EVENTS,
});

export const conversionsQuery = {
  ...pagesQuery<AffiliateConversion>(['affiliate', 'conversions'], (page, signal) =>
    client.listAffiliateConversions({ page, per_page: PER_PAGE }, { signal }),
  ),
  ...WITHOUT_EVENTS,
};

export const payoutsQuery = {
  ...pagesQuery<AffiliatePayout>(['affiliate', 'payouts'], (page, signal) =>
    client.listAffiliatePayouts({ page, per_page: PER_PAGE }, { signal }),
  ),
  ...WITHOUT_EVENTS,
};

/** Poll interval in milliseconds. A job writes exports, and no event reports the end. */
const PENDING_MS = 2_000;

/** Exports of the account, newest first. Only the owner can read them. */
export const exportsQuery = queryOptions({
  queryKey: ['account', 'exports'],
  queryFn: async ({ signal }): Promise<AccountExport[]> =>
    (await client.listAccountExports({ per_page: PER_PAGE }, { signal })).data,
  refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? PENDING_MS : false),
  ...WITHOUT_EVENTS,
});

/** State of the closing of the account, with its obstacles. Only the owner can read it. */
export const closureQuery = queryOptions({
  queryKey: ['account', 'closure'],
  queryFn: ({ signal }) => client.getAccountClosure({}, { signal }),
  ...WITHOUT_EVENTS,
});

/** Refetches the closing and the session after a change of the closing. The account may have become read only. */
export async function refetchClosure(): Promise<void> {
  await Promise.all(
    [closureQuery.queryKey, sessionQuery.queryKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );
}

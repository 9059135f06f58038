/** Prefetches the data of the pages about the account. Pages with data for owners only load it themselves. */
import { affiliateQuery, paidOrdersQuery } from '../../data/account.ts';
import { queryClient } from '../../data/query.ts';
import { countriesQuery } from '../../data/sign-up.ts';
import { userQuery } from '../../data/user.ts';

export const loadBilling = (): Promise<unknown> =>
  Promise.all([
    queryClient.prefetchQuery(userQuery),
    queryClient.prefetchQuery(paidOrdersQuery),
    queryClient.prefetchQuery(countriesQuery),
  ]);

export const loadAffiliate = (): Promise<void> => queryClient.prefetchQuery(affiliateQuery);

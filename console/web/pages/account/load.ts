/** Begins to read what the pages of the account show. What only owners may read is read by their pages. */
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

/** Loads the data of pages before they are shown. It is a separate chunk, so that the first load contains no queries of other pages. */
import { balanceQuery, transactionsQuery } from '../data/balance.ts';
import { copiesOfServerQuery } from '../data/copies.ts';
import { firewallQuery, firewallsQuery } from '../data/firewalls.ts';
import { invoicesQuery } from '../data/invoices.ts';
import { isosQuery } from '../data/isos.ts';
import { ALL_STATUSES, explanationQuery, orderQuery, ordersQuery, paymentMethodsQuery, UNPAID } from '../data/orders.ts';
import { paymentCardsQuery } from '../data/payment-cards.ts';
import { queryClient } from '../data/query.ts';
import { passkeysQuery, sessionsQuery } from '../data/security.ts';
import { countriesQuery, signUpQuery } from '../data/sign-up.ts';
import { keysQuery } from '../data/ssh-keys.ts';
import { userQuery } from '../data/user.ts';

export const loadSignUp = () => queryClient.prefetchQuery(signUpQuery);
export const loadCountries = () => queryClient.prefetchQuery(countriesQuery);
export const loadSecurity = () => [queryClient.prefetchQuery(passkeysQuery), queryClient.prefetchQuery(sessionsQuery)];
export const loadUser = () => queryClient.prefetchQuery(userQuery);
export const loadIsos = () => queryClient.prefetchQuery(isosQuery);
export const loadKeys = () => queryClient.prefetchQuery(keysQuery);
export const loadInvoices = () => queryClient.prefetchInfiniteQuery(invoicesQuery);
export const loadCopiesOfServer = (id: number) => queryClient.prefetchQuery(copiesOfServerQuery(id));

export const loadOrders = () =>
  [UNPAID, ALL_STATUSES].map((statuses) => queryClient.prefetchInfiniteQuery(ordersQuery(statuses)));

export const loadOrder = (id: number) => [
  queryClient.prefetchQuery(orderQuery(id)),
  queryClient.prefetchQuery(explanationQuery(id)),
  queryClient.prefetchQuery(paymentMethodsQuery),
];

export const loadBalance = () => [
  queryClient.prefetchQuery(balanceQuery),
  queryClient.prefetchInfiniteQuery(transactionsQuery),
  queryClient.prefetchQuery(paymentMethodsQuery),
  queryClient.prefetchQuery(paymentCardsQuery),
];

export const loadFirewalls = () => queryClient.prefetchQuery(firewallsQuery);
export const loadFirewall = (id: number) => [loadFirewalls(), queryClient.prefetchQuery(firewallQuery(id))];

export { loadFloatingIps, loadNetwork } from '../data/network.ts';
export { loadOverview } from '../data/overview.ts';
export { loadTokens } from '../data/tokens.ts';
export { loadWebhook, loadWebhooks } from '../data/webhooks.ts';
export { loadAffiliate, loadBilling } from '../pages/account/load.ts';
export { loadEntries } from '../pages/audit-log/entries.ts';
export { loadOffer } from '../pages/deploy/offer.ts';
export * from './people-loaders.ts';

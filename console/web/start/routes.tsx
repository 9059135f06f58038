/** The pages and their URLs. Each page is a separate chunk, loaded together with its data. */

import { balanceQuery } from '../data/balance.ts';
import { unfinishedQuery } from '../data/operations.ts';
import { queryClient } from '../data/query.ts';
import { serverIndexQuery, serverQuery } from '../data/servers.ts';
import type { Params } from '../router/match.ts';
import { lazyPage } from '../router/page.ts';
import type { Route } from '../router/router.tsx';
import { prefetch } from './prefetch.ts';
import { NETWORK_ROUTES } from './routes/network.ts';
import { PEOPLE_ROUTES } from './routes/people.ts';
import { PROGRAM_ROUTES } from './routes/programs.ts';
import { PROTECTION_ROUTES } from './routes/protection.ts';

const enter = lazyPage(async () => (await import('../pages/enter/enter.tsx')).Enter);
const signIn = lazyPage(async () => (await import('../pages/sign-in/sign-in.tsx')).SignIn);
const overview = lazyPage(async () => (await import('../pages/overview/overview.tsx')).Overview);
const servers = lazyPage(async () => (await import('../pages/servers/servers.tsx')).Servers);
const deploy = lazyPage(async () => (await import('../pages/deploy/deploy.tsx')).Deploy);
const server = lazyPage(async () => (await import('../pages/server/overview.tsx')).Overview);
const screen = lazyPage(async () => (await import('../pages/screen/screen.tsx')).Screen);

const profile = lazyPage(async () => (await import('../pages/profile/profile.tsx')).Profile);
const security = lazyPage(async () => (await import('../pages/security/security.tsx')).Security);
const password = lazyPage(async () => (await import('../pages/links/password.tsx')).Password);
const signUp = lazyPage(async () => (await import('../pages/sign-up/sign-up.tsx')).SignUp);
const confirmedSignUp = lazyPage(async () => (await import('../pages/sign-up/confirm.tsx')).ConfirmedSignUp);
const join = lazyPage(async () => (await import('../pages/links/join.tsx')).Join);
const emailChange = lazyPage(async () => (await import('../pages/links/email-change.tsx')).EmailChange);
const usage = lazyPage(async () => (await import('../pages/usage/usage.tsx')).Usage);
const access = lazyPage(async () => (await import('../pages/access/access.tsx')).Access);
const media = lazyPage(async () => (await import('../pages/media/media.tsx')).Media);
const billing = lazyPage(async () => (await import('../pages/billing/billing.tsx')).Billing);
const events = lazyPage(async () => (await import('../pages/events/events.tsx')).Events);
const copies = lazyPage(async () => (await import('../pages/copies/copies.tsx')).Copies);
const isos = lazyPage(async () => (await import('../pages/isos/isos.tsx')).Isos);
const serverCopies = lazyPage(async () => (await import('../pages/server-copies/server-copies.tsx')).ServerCopies);
const sshKeys = lazyPage(async () => (await import('../pages/ssh-keys/ssh-keys.tsx')).SshKeys);

const orders = lazyPage(async () => (await import('../pages/orders/orders.tsx')).Orders);
const order = lazyPage(async () => (await import('../pages/order/order.tsx')).Order);
const balance = lazyPage(async () => (await import('../pages/balance/balance.tsx')).Balance);
const invoices = lazyPage(async () => (await import('../pages/invoices/invoices.tsx')).Invoices);
const sandbox = lazyPage(async () => (await import('../pages/sandbox/sandbox.tsx')).Sandbox);

let isShellLoaded = false;

/** Loads the data of the shell once, because a suspended part renders repeatedly. */
export function loadShell(): void {
  if (isShellLoaded) return;
  isShellLoaded = true;
  void queryClient.prefetchQuery(serverIndexQuery);
  void queryClient.prefetchQuery(unfinishedQuery);
  void queryClient.prefetchQuery(balanceQuery);
}

const loadServer = (id: string | undefined) => queryClient.prefetchQuery(serverQuery(Number(id)));

/** Pages for visitors. */
export const VISITOR_ROUTES: readonly Route[] = [
  { path: '/enter', ...enter },
  { path: '/sign-in', ...signIn },
  { path: '/password', ...password },
  { path: '/sign-up', ...signUp, load: () => [signUp.load(), prefetch(({ loadSignUp }) => loadSignUp())] },
  {
    path: '/sign-up/confirm',
    ...confirmedSignUp,
    load: () => [confirmedSignUp.load(), prefetch(({ loadSignUp, loadCountries }) => [loadSignUp(), loadCountries()])],
  },
  { path: '/join', ...join },
  { path: '/email-change', ...emailChange },
];

/** Pages inside the shell. */
export const SHELL_ROUTES: readonly Route[] = [
  {
    path: '/',
    ...overview,
    load: () => [overview.load(), prefetch(({ loadOverview }) => loadOverview())],
  },
  { path: '/servers', ...servers },
  {
    path: '/deploy',
    ...deploy,
    load: () => [deploy.load(), prefetch(({ loadOffer }) => loadOffer())],
  },
  {
    path: '/security',
    ...security,
    load: () => [security.load(), prefetch(({ loadSecurity }) => loadSecurity())],
  },
  {
    path: '/profile',
    ...profile,
    load: () => [profile.load(), prefetch(({ loadUser }) => loadUser())],
  },
  { path: '/copies', ...copies },
  { path: '/isos', ...isos, load: () => [isos.load(), prefetch(({ loadIsos }) => loadIsos())] },
  { path: '/ssh-keys', ...sshKeys, load: () => [sshKeys.load(), prefetch(({ loadKeys }) => loadKeys())] },
  {
    path: '/orders',
    ...orders,
    load: () => [orders.load(), prefetch(({ loadOrders }) => loadOrders())],
  },
  { path: '/orders/:id', ...order, load: ({ id }) => [order.load(), prefetch(({ loadOrder }) => loadOrder(Number(id)))] },
  {
    path: '/balance',
    ...balance,
    load: () => [balance.load(), prefetch(({ loadBalance }) => loadBalance())],
  },
  { path: '/invoices', ...invoices, load: () => [invoices.load(), prefetch(({ loadInvoices }) => loadInvoices())] },
  { path: '/sandbox', ...sandbox },
  ...NETWORK_ROUTES,
  ...PROTECTION_ROUTES,
  ...PEOPLE_ROUTES,
  ...PROGRAM_ROUTES,
  { path: '/servers/:id', ...server, load: ({ id }) => [server.load(), loadServer(id)] },
  {
    path: '/servers/:id/copies',
    ...serverCopies,
    load: ({ id }) => [serverCopies.load(), loadServer(id), prefetch(({ loadCopiesOfServer }) => loadCopiesOfServer(Number(id)))],
  },
  ...Object.entries({ screen, usage, access, media, billing, events }).map(([tab, page]) => ({
    path: `/servers/:id/${tab}`,
    ...page,
    load: ({ id }: Params) => [page.load(), loadServer(id)],
  })),
];

/** The pages and their URLs. Each page is a chunk of its own, loaded with its texts. */
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { unfinishedQuery } from '../data/operations.ts';
import { queryClient } from '../data/query.ts';
import { serverIndexQuery, serverQuery } from '../data/servers.ts';
import { isSignedIn, sessionQuery } from '../data/session.ts';
import { balanceQuery } from '../data/balance.ts';
import { Failed, Loading, NotFound } from './shell/page-states.tsx';
import { Shell } from './shell/shell.tsx';
import { readSearch } from './search.ts';

const root = createRootRoute({ notFoundComponent: NotFound });

const enter = createRoute({
  getParentRoute: () => root,
  path: '/enter',
  component: lazyRouteComponent(() => import('../pages/enter/enter.tsx'), 'Enter'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in.tsx'), 'SignIn'),
});

/** Everything below the shell needs somebody who is signed in. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const current = await queryClient.ensureQueryData(sessionQuery);
    if (!isSignedIn(current)) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
  loader: () =>
    Promise.all([
      queryClient.ensureQueryData(serverIndexQuery),
      queryClient.ensureQueryData(unfinishedQuery),
      queryClient.ensureQueryData(balanceQuery),
    ]),
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/servers', replace: true });
  },
});

const servers = createRoute({
  getParentRoute: () => shell,
  path: '/servers',
  validateSearch: readSearch(['view', 'q', 'sort']),
  component: lazyRouteComponent(() => import('../pages/servers/servers.tsx'), 'Servers'),
});

const deploy = createRoute({
  getParentRoute: () => shell,
  path: '/deploy',
  loader: async () => {
    const { loadOffer } = await import('../pages/deploy/offer.ts');
    return loadOffer();
  },
  component: lazyRouteComponent(() => import('../pages/deploy/deploy.tsx'), 'Deploy'),
});

const server = createRoute({
  getParentRoute: () => shell,
  path: '/servers/$id',
  params: {
    parse: ({ id }) => ({ id: Number(id) }),
    stringify: ({ id }) => ({ id: String(id) }),
  },
  loader: ({ params }) => queryClient.ensureQueryData(serverQuery(params.id)),
  component: lazyRouteComponent(() => import('../pages/server/server.tsx'), 'ServerFrame'),
});

const serverOverview = createRoute({
  getParentRoute: () => server,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/server/overview.tsx'), 'Overview'),
});

const serverScreen = createRoute({
  getParentRoute: () => server,
  path: '/screen',
  component: lazyRouteComponent(() => import('../pages/screen/screen.tsx'), 'Screen'),
});

const routeTree = root.addChildren([
  enter,
  signIn,
  shell.addChildren([home, servers, deploy, server.addChildren([serverOverview, serverScreen])]),
]);

/** Thin bar and skeleton appear late, so that a fast page shows neither. */
const SKELETON_MS = 600;

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: SKELETON_MS,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Failed,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

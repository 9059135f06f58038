import { useSuspenseQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, Suspense, useEffect, useState } from 'react';
import { isSignedIn, sessionQuery } from '../data/session.ts';
import { writeSearch } from '../router/match.ts';
import { RouterProvider, useRouter } from '../router/router.tsx';
import { loadShell } from './load-shell.ts';
import { PAGES, VISITOR_PAGES } from './pages.gen.ts';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { FetchPages } from './shell/fetch-pages.tsx';
import { Loading, NotFound } from './shell/page-states.tsx';
import { Shell } from './shell/shell.tsx';

const ROUTES = [...VISITOR_PAGES, ...PAGES];

/** Shows the customers' console: the page of the URL, inside the shell if it requires a signed-in person. */
export function App() {
  return (
    <RouterProvider routes={ROUTES}>
      {(page, path) => {
        const isForVisitors = VISITOR_PAGES.some((route) => route.path === path);
        return (
          <ErrorBoundary key={isForVisitors ? path : 'shell'}>
            <Suspense fallback={null}>{isForVisitors ? page : <SignedIn>{page ?? <NotFound />}</SignedIn>}</Suspense>
          </ErrorBoundary>
        );
      }}
    </RouterProvider>
  );
}

/** Shows the shell to a signed-in person, and redirects all others to the sign-in. */
function SignedIn({ children }: { children: ReactNode }) {
  const { data } = useSuspenseQuery(sessionQuery);
  const { location, navigate } = useRouter();
  const mayEnter = isSignedIn(data);
  useEffect(() => {
    if (!mayEnter) navigate(`/sign-in${writeSearch({ next: `${location.path}${location.search}` })}`, { replace: true });
  }, [mayEnter, navigate, location]);
  return mayEnter ? <Inside path={location.path}>{children}</Inside> : null;
}

function Inside({ path, children }: { path: string; children: ReactNode }) {
  const { preload } = useRouter();
  // Runs before the first render, so that all requests run concurrently.
  useState(() => loadShell(() => preload(location.href)));
  return (
    <Shell>
      <ErrorBoundary path={path}>
        {/* The key is inside, because React shows what follows a new fallback 300 ms later, even if it is ready at once. */}
        <Suspense fallback={<Loading />}>
          <Fragment key={path}>{children}</Fragment>
          <FetchPages />
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

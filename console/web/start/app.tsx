import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isSignedIn, sessionQuery } from '../data/session.ts';
import { writeSearch } from '../router/match.ts';
import { RouterProvider, useRouter } from '../router/router.tsx';
import { loadShell, SHELL_ROUTES, VISITOR_ROUTES } from './routes.tsx';
import { ErrorBoundary } from './shell/error-boundary.tsx';
import { Loading, NotFound } from './shell/page-states.tsx';
import { Shell } from './shell/shell.tsx';

const ROUTES = [...VISITOR_ROUTES, ...SHELL_ROUTES];

/** The customers' console: the page of the URL, inside of the shell if it needs somebody who is signed in. */
export function App() {
  return (
    <RouterProvider routes={ROUTES}>
      {(page, path) => {
        const isForVisitors = VISITOR_ROUTES.some((route) => route.path === path);
        return (
          <ErrorBoundary key={isForVisitors ? path : 'shell'}>
            <Suspense fallback={null}>{isForVisitors ? page : <SignedIn>{page ?? <NotFound />}</SignedIn>}</Suspense>
          </ErrorBoundary>
        );
      }}
    </RouterProvider>
  );
}

/** Shows the shell to who is signed in, and leads everybody else to the sign-in. */
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
  // Before the first render, so that all reads run at once.
  useState(loadShell);
  return (
    <Shell>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

/**
 * Maps URLs to pages, on the browser's history.
 *
 * A page change is a transition: the old page stays until the chunk and the data of the new one are loaded. A library for this takes 24 kB
 * (brotli) of the 110 kB that a first load may have. This code takes 2 kB.
 */
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react';
import { isCurrent, matchPath, type Params } from './match.ts';
import type { LazyPage } from './page.ts';
import { isUpdateDue } from './update.ts';

/** Page with its data. */
export interface Route extends LazyPage {
  /** Path, such as `/servers/:id`. */
  path: string;
}

interface Location {
  path: string;
  search: string;
}

/** Asks the person before a page is left. `leave` then leaves it. */
type LeaveGuard = (leave: () => void) => void;

interface Router {
  location: Location;
  params: Params;
  /** True while a page loads and another one is shown. */
  isPending: boolean;
  /** Opens a page of the console. `replace` adds no history entry. */
  navigate: (to: string, options?: { replace?: boolean }) => void;
  preload: (to: string) => void;
  /** Returns whether this build has a page for `to`. */
  hasPage: (to: string) => boolean;
  /** Guard, set while the page has unsaved input. */
  guard: RefObject<LeaveGuard | undefined>;
}

const RouterContext = createContext<Router | undefined>(undefined);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === undefined) throw new Error('there is no router above');
  return router;
}

const readLocation = (): Location => ({ path: location.pathname, search: location.search });

interface RouteMatch {
  route: Route | undefined;
  params: Params;
}

function findRoute(routes: readonly Route[], path: string): RouteMatch {
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (params !== undefined) return { route, params };
  }
  return { route: undefined, params: {} };
}

export interface RouterProps {
  routes: readonly Route[];
  /** Renders the page into its frame. `page` is `undefined` if no route matches. */
  children: (page: ReactNode | undefined, path: string) => ReactNode;
}

/** Shows the page of the browser's URL, and follows its changes. */
export function RouterProvider({ routes, children }: RouterProps) {
  const [current, setCurrent] = useState(readLocation);
  // The chunk of the first page arrives while the session is read.
  useState(
    () =>
      void findRoute(routes, current.path)
        .route?.fetch()
        .catch(() => undefined),
  );
  const [isPending, startTransition] = useTransition();
  const guard = useRef<LeaveGuard>(undefined);
  const leave = useCallback((act: () => void) => {
    if (guard.current === undefined) return act();
    guard.current(() => {
      guard.current = undefined;
      act();
    });
  }, []);
  const preload = useCallback(
    (to: string) => {
      const url = new URL(to, location.origin);
      const { route, params } = findRoute(routes, url.pathname);
      route?.load(params, url.searchParams);
    },
    [routes],
  );
  const show = useCallback(() => {
    // The browser already has the address of the new page.
    if (isUpdateDue) return location.reload();
    preload(location.href);
    startTransition(() => setCurrent(readLocation()));
  }, [preload]);
  const navigate = useCallback(
    (to: string, options: { replace?: boolean } = {}) => {
      const isSamePage = new URL(to, location.origin).pathname === location.pathname;
      const go = () => {
        if (options.replace) history.replaceState(null, '', to);
        else history.pushState(null, '', to);
        // Fields of the same page follow each keystroke, so they use no transition.
        if (isSamePage) setCurrent(readLocation());
        else {
          show();
          if (!options.replace) scrollTo(0, 0);
        }
      };
      if (isSamePage) go();
      else leave(go);
    },
    [show, leave],
  );
  useEffect(() => {
    const handlePopState = () => {
      if (guard.current === undefined) return show();
      // The browser has already changed the address. Restore that of the shown page until the person has answered.
      const to = location.href;
      history.pushState(null, '', `${current.path}${current.search}`);
      leave(() => navigate(to));
    };
    addEventListener('popstate', handlePopState);
    return () => removeEventListener('popstate', handlePopState);
  }, [show, leave, navigate, current]);
  const hasPage = useCallback(
    (to: string) => findRoute(routes, new URL(to, location.origin).pathname).route !== undefined,
    [routes],
  );
  const { route, params } = useMemo(() => findRoute(routes, current.path), [routes, current.path]);
  const router = useMemo(
    () => ({ location: current, params, isPending, navigate, preload, hasPage, guard }),
    [current, params, isPending, navigate, preload, hasPage],
  );
  return <RouterContext value={router}>{children(route?.render(), current.path)}</RouterContext>;
}

/**
 * Prevents leaving the page until the person has answered, while the component is rendered. `ask` shows the question, and calls its
 * argument to leave. For closing or reloading the tab, the browser shows its own question.
 */
export function useLeaveGuard(ask: LeaveGuard): void {
  const { guard } = useRouter();
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    guard.current = (leave) => latest.current(leave);
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', preventUnload);
    return () => {
      guard.current = undefined;
      removeEventListener('beforeunload', preventUnload);
    };
  }, [guard]);
}

/** Returns the query parameters. */
export function useSearch(): Readonly<Record<string, string | undefined>> {
  const { search } = useRouter().location;
  return useMemo(() => Object.fromEntries(new URLSearchParams(search)), [search]);
}

/** Returns the number in the path of this page, such as the id of a server. */
export function useIdOfPath(): number {
  return Number(useRouter().params.id);
}

export interface LinkProps {
  to: string;
  children: ReactNode;
  className?: string | undefined;
  /** True to mark this link as current only on its own page, not on pages below. */
  exact?: boolean;
  onNavigate?: () => void;
}

/** Shows a link to a page of the console. Hovering over it preloads the page. */
export function Link({ to, children, className, exact = false, onNavigate }: LinkProps) {
  const { location: current, navigate, preload } = useRouter();
  const follow = (event: MouseEvent) => {
    // With a modifier or another button, the browser opens a tab.
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onNavigate?.();
    navigate(to);
  };
  return (
    <a
      href={to}
      className={className}
      aria-current={isCurrent(to, current.path, exact) ? 'page' : undefined}
      onClick={follow}
      onPointerEnter={() => preload(to)}
    >
      {children}
    </a>
  );
}

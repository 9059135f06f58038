/** The frame around all pages: navigation, connection, operations, person. */
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { followEvents } from '../../data/events.ts';
import { useKeys } from '../../data/keys.ts';
import { openPreferences } from '../../data/preferences.ts';
import { useMe } from '../../data/session.ts';
import { useRouter } from '../../router/router.tsx';
import { Toasts } from '../../shared/toast.tsx';
import { BottomBar } from './bottom-bar.tsx';
import { Rail } from './rail.tsx';
import css from './shell.module.css';
import { texts } from './texts.ts';
import { TopBar } from './top-bar.tsx';
import { useSignInAgain } from './use-sign-in-again.ts';

/** Loaded on demand: parts that the first page does not need. */
const Banner = lazy(async () => ({ default: (await import('./banner.tsx')).Banner }));
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));
const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

export function Shell({ children }: { children: ReactNode }) {
  const { account, user, event_id } = useMe();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const { navigate } = useRouter();
  useEffect(() => openPreferences(user.id), [user.id]);
  // The first number is the one of the session's reply: everything else was read after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later number belongs to a later reply, and the stream has passed it
  useEffect(() => followEvents(account.id, event_id), [account.id]);
  const isBusy = useIsBusy();
  const isSignedOut = useSignInAgain(user.id, account.id);
  useKeys({
    'mod+k': () => setOpen('palette'),
    '?': () => setOpen('keys'),
    'g o': () => navigate('/'),
    'g s': () => navigate('/servers'),
  });
  return (
    <>
      <a className={css.skip} href="#content">
        {texts.skip}
      </a>
      {isBusy && <div className={css.bar} aria-hidden="true" />}
      <div className={css.shell}>
        <Rail />
        <div>
          <TopBar onSearch={() => setOpen('palette')} />
          <Suspense fallback={null}>{(account.suspended || account.closes_at !== null) && <Banner />}</Suspense>
          <main className={css.page} id="content" tabIndex={-1} aria-busy={isBusy || undefined}>
            {children}
          </main>
        </div>
        <BottomBar onSearch={() => setOpen('palette')} />
      </div>
      <Suspense fallback={null}>
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
        {open === 'keys' && <KeyList onClose={() => setOpen(undefined)} />}
        <ProofDialog />
      </Suspense>
      <Suspense fallback={null}>{isSignedOut && <SignInDialog />}</Suspense>
      <Toasts />
      <RouteAnnouncer />
    </>
  );
}

const BUSY_AFTER_MS = 150;

/** Returns whether a page loads for longer than 150 ms while another one is shown. */
function useIsBusy(): boolean {
  const { isPending } = useRouter();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (!isPending) {
      setBusy(false);
      return undefined;
    }
    const timer = setTimeout(() => setBusy(true), BUSY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isBusy;
}

/**
 * Announces the heading of each new page to screen readers, and moves the focus to its content. The first page keeps the browser's focus.
 */
function RouteAnnouncer() {
  const { path } = useRouter().location;
  const [title, setTitle] = useState('');
  const last = useRef<string>(undefined);
  useEffect(() => {
    const isFirst = last.current === undefined;
    if (path === last.current) return;
    last.current = path;
    if (isFirst) return;
    setTitle(document.querySelector('h1')?.textContent ?? '');
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}

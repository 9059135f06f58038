/** The frame around all pages: navigation, connection, operations, person. */
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { followEvents } from '../../data/events.ts';
import { useKeys } from '../../data/keys.ts';
import { openPreferences } from '../../data/preferences.ts';
import { followOtherTabs, useMe } from '../../data/session.ts';
import { Toasts } from '../../parts/toast.tsx';
import { texts } from '../../texts/en/shell.ts';
import { router } from '../router.tsx';
import { Banner } from './banner.tsx';
import { Bottom } from './bottom.tsx';
import { KeyList } from './key-list.tsx';
import { Palette } from './palette.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Rail } from './rail.tsx';
import css from './shell.module.css';
import { Top } from './top.tsx';

export function Shell() {
  const { account, user, event_id } = useMe();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  useEffect(() => openPreferences(user.id), [user.id]);
  // The first number is the one of the session's reply: everything else was read after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a later number belongs to a later reply, and the stream has passed it
  useEffect(() => followEvents(account.id, event_id), [account.id]);
  useEffect(followOtherTabs, []);
  useKeys({
    'mod+k': () => setOpen('palette'),
    '?': () => setOpen('keys'),
    'g s': () => void router.navigate({ to: '/servers' }),
  });
  return (
    <>
      <a className={css.skip} href="#content">
        {texts.skip}
      </a>
      <PendingBar />
      <div className={css.shell}>
        <Rail />
        <div>
          <Top onSearch={() => setOpen('palette')} />
          <Banner />
          <main className={css.page} id="content" tabIndex={-1}>
            <Outlet />
          </main>
        </div>
        <Bottom />
      </div>
      {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
      {open === 'keys' && <KeyList onClose={() => setOpen(undefined)} />}
      <ProofDialog />
      <Toasts />
      <RouteAnnouncer />
    </>
  );
}

const BAR_AFTER_MS = 150;

/** Shows a thin bar if a page takes longer than 150 ms. */
function PendingBar() {
  const isPending = useRouterState({ select: ({ status }) => status === 'pending' });
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isPending) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), BAR_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  return isShown ? <div className={css.bar} aria-hidden="true" /> : null;
}

/** Says the heading of each new page to screen readers, and moves the focus to its content. */
function RouteAnnouncer() {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const [title, setTitle] = useState('');
  const [first, setFirst] = useState(path);
  useEffect(() => {
    if (path === undefined || path === first) return;
    setFirst(undefined);
    setTitle(document.querySelector('h1')?.textContent ?? '');
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path, first]);
  return (
    <div className="visually-hidden" aria-live="polite">
      {title}
    </div>
  );
}

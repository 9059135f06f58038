import { lazy, Suspense, useState } from 'react';
import { useConnection } from '../../data/events.ts';
import { useMe } from '../../data/session.ts';
import { brand } from '../../parts/brand.ts';
import { formatDuration } from '../../parts/format.ts';
import { Icon, Logo } from '../../parts/icon.tsx';
import { Name } from '../../parts/name.tsx';
import { useNow } from '../../parts/time.tsx';
import { Link } from '../../router/router.tsx';
import { type Crumb, useCrumbs } from './crumbs.ts';
import css from './shell.module.css';
import { texts } from './texts.ts';
import { Tray } from './tray.tsx';

const Person = lazy(async () => ({ default: (await import('./person-menu.tsx')).PersonMenu }));

const IS_MAC = /Mac|iP(hone|ad)/.test(navigator.userAgent);

/** Shows the bar above every page: crumbs, search, connection, operations, person. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const crumbs = useCrumbs();
  return (
    <header className={css.top}>
      <PhoneHead crumbs={crumbs} />
      <nav className={css.crumbs} aria-label={texts.breadcrumb}>
        <ol className={css.crumbs}>
          {crumbs.map(({ label, to }, index) => (
            <li key={label}>
              {index === crumbs.length - 1 ? (
                <span aria-current="page">
                  <Name text={label} />
                </span>
              ) : (
                <>
                  <Link to={to}>{label}</Link>
                  <Icon name="chevron-right" size="small" />
                </>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <span className="gap" />
      <button type="button" className={css.find} onClick={onSearch}>
        <Icon name="search" />
        {texts.search}
        <kbd>{IS_MAC ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <ConnectionStatus />
      <Tray />
      <PersonButton />
    </header>
  );
}

/** Shows the back button or the account on a phone. */
function PhoneHead({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { account } = useMe();
  const parent = crumbs.at(-2);
  return (
    <span className="only-phone">
      {parent === undefined ? (
        <span className={css.brand}>
          <Logo className={css.mark} />
          <span>{account.name === '' ? brand : account.name}</span>
        </span>
      ) : (
        <Link to={parent.to} className={css.back}>
          <Icon name="chevron-left" />
          {parent.label}
        </Link>
      )}
    </span>
  );
}

/** Shows whether events arrive, and the age of the page while they do not. */
function ConnectionStatus() {
  const { state, since } = useConnection();
  const now = useNow(state === 'lost' ? 1_000 : null);
  const label = {
    open: texts.live,
    connecting: texts.connecting,
    lost: texts.reconnecting(formatDuration(Math.max(0, Math.round((now - since) / 1000)) * 1000)),
  }[state];
  return (
    <span className={css.live} data-state={state} title={state === 'open' ? texts.liveTitle : undefined} role="status">
      <i />
      {label}
    </span>
  );
}

function PersonButton() {
  const { user } = useMe();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.face} aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <span aria-hidden="true">{initialsOf(user.name)}</span>
        <span className="visually-hidden">{texts.person(user.name)}</span>
      </button>
      <Suspense fallback={null}>{isOpen && <Person onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase();
}

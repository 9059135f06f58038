import { useEffect, useRef } from 'react';
import { Link } from '../../router/router.tsx';
import { texts as copyTexts } from '../../texts/en/copies.ts';
import { texts } from '../../texts/en/server.ts';
import { texts as tabTexts } from '../../texts/en/server-tabs.ts';
import css from './server.module.css';

const TABS = [
  { path: '', label: texts.overview },
  { path: '/screen', label: texts.screen },
  { path: '/usage', label: tabTexts.usage.title },
  { path: '/access', label: tabTexts.access.title },
  { path: '/media', label: tabTexts.media.title },
  { path: '/copies', label: copyTexts.tab },
  { path: '/events', label: tabTexts.events.title },
] as const;

/** Leads to the pages of a server. */
export function Tabs({ id }: { id: number }) {
  const ref = useRef<HTMLElement>(null);
  // On phones the tabs scroll, and the current one may be out of sight.
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, []);
  return (
    <nav className={css.tabs} aria-label={texts.tabs} ref={ref}>
      {TABS.map(({ path, label }) => (
        <Link key={path} to={`/servers/${id}${path}`} exact>
          {label}
        </Link>
      ))}
    </nav>
  );
}

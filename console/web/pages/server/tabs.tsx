import { Link } from '../../router/router.tsx';
import { texts } from '../../texts/en/server.ts';
import { texts as tabTexts } from '../../texts/en/server-tabs.ts';
import css from './server.module.css';

const TABS = [
  { path: '', label: texts.overview },
  { path: '/screen', label: texts.screen },
  { path: '/usage', label: tabTexts.usage.title },
  { path: '/access', label: tabTexts.access.title },
  { path: '/media', label: tabTexts.media.title },
  { path: '/events', label: tabTexts.events.title },
] as const;

/** Leads to the pages of a server. */
export function Tabs({ id }: { id: number }) {
  return (
    <nav className={css.tabs} aria-label={texts.tabs}>
      {TABS.map(({ path, label }) => (
        <Link key={path} to={`/servers/${id}${path}`} exact>
          {label}
        </Link>
      ))}
    </nav>
  );
}

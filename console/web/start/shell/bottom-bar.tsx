import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Link, useRouter } from '../../router/router.tsx';
import { titles } from '../../shared/titles.gen.ts';
import { AnsweredCount } from './answered-count.tsx';
import { NAVIGATION_ENTRIES, NAVIGATION_GROUPS } from './navigation.ts';
import css from './shell.module.css';
import { texts } from './texts.ts';

/** Maximum number of items. More items could not be pressed safely. */
const MAX_ITEMS = 5;

/** Places behind the "More" button, in their groups. */
const MENU_GROUPS = NAVIGATION_GROUPS.map(({ places }) => places.filter(({ inBar }) => inBar === undefined)).filter(
  (places) => places.length > 0,
);

/** Shows the navigation of phones, at the bottom: the most used places, and the others behind one button. */
export function BottomBar({ onSearch }: { onSearch: () => void }) {
  const { navigate } = useRouter();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const bar = NAVIGATION_ENTRIES.filter(({ inBar }) => inBar);
  const hasRoom = bar.length + 1 < MAX_ITEMS;
  const deploy = { key: 'deploy', label: titles['/deploy'], icon: 'plus', onPress: () => navigate('/deploy') } as const;
  return (
    <>
      <nav className={css.bottom} aria-label={texts.mainShort}>
        {bar.map(({ to, label, icon }) => (
          <Link key={to} to={to}>
            <Icon name={icon} size="large" />
            {label}
            {to === '/support' && <AnsweredCount />}
          </Link>
        ))}
        {hasRoom && (
          <Link to="/deploy">
            <Icon name="plus" size="large" />
            {texts.deployShort}
          </Link>
        )}
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="menu" size="large" />
          {texts.more}
        </button>
      </nav>
      {anchor && (
        <Menu
          label={texts.more}
          anchor={anchor}
          groups={[
            ...MENU_GROUPS.map((places) =>
              places.map(({ to, label, icon }) => ({ key: to, label, icon, onPress: () => navigate(to) })),
            ),
            [
              ...(hasRoom ? [] : [deploy]),
              { label: texts.search, icon: 'search', onPress: onSearch },
              { label: texts.apiReference, icon: 'terminal', onPress: () => location.assign('/docs') },
            ],
          ]}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}

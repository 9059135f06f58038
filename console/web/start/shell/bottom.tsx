import { Icon } from '../../parts/icon.tsx';
import { Link } from '../../router/router.tsx';
import { texts } from '../../texts/en/shell.ts';
import { PLACES } from './places.ts';
import css from './shell.module.css';

/** Places at the bottom of a phone. The search leads to all others. */
const SHORT: readonly string[] = ['/servers', '/orders', '/security'];

/** Navigation of phones, at the bottom. */
export function Bottom({ onSearch }: { onSearch: () => void }) {
  return (
    <nav className={css.bottom} aria-label={texts.mainShort}>
      {PLACES.filter(({ to }) => SHORT.includes(to)).map(({ to, label, icon }) => (
        <Link key={to} to={to}>
          <Icon name={icon} size="large" />
          {label}
        </Link>
      ))}
      <Link to="/deploy">
        <Icon name="plus" size="large" />
        {texts.deployShort}
      </Link>
      <button type="button" onClick={onSearch}>
        <Icon name="search" size="large" />
        {texts.searchShort}
      </button>
    </nav>
  );
}

import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { texts } from '../../texts/en/shell.ts';
import { Palette } from './palette.tsx';
import { PLACES } from './places.ts';
import css from './shell.module.css';

/** Navigation of phones, at the bottom. */
export function Bottom() {
  const [isSearching, setSearching] = useState(false);
  return (
    <nav className={css.bottom} aria-label={texts.mainShort}>
      {PLACES.map(({ to, label, icon }) => (
        <Link key={to} to={to} activeOptions={{ includeSearch: false }}>
          <Icon name={icon} size="large" />
          {label}
        </Link>
      ))}
      <Link to="/deploy">
        <Icon name="plus" size="large" />
        {texts.deploy}
      </Link>
      <button type="button" onClick={() => setSearching(true)}>
        <Icon name="search" size="large" />
        {texts.searchShort}
      </button>
      {isSearching && <Palette onClose={() => setSearching(false)} />}
    </nav>
  );
}

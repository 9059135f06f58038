import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';
import css from './losses.module.css';

/** Lists the losses of an act, each with an icon. */
export function Losses({ rows }: { rows: readonly (readonly [icon: IconName, sentence: ReactNode])[] }) {
  return (
    <ul className={css.losses}>
      {rows.map(([icon, sentence]) => (
        <li key={icon}>
          <Icon name={icon} />
          <span>{sentence}</span>
        </li>
      ))}
    </ul>
  );
}

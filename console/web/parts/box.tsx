import type { ReactNode } from 'react';
import css from './box.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

/** Shows a section with a heading. `side` is at the end of the heading. */
export function Card({
  title,
  side,
  children,
  padded,
}: {
  title: ReactNode;
  side?: ReactNode;
  children: ReactNode;
  padded?: boolean;
}) {
  return (
    <section className={css.card}>
      <header>
        <h2>{title}</h2>
        <span className="gap" />
        {side}
      </header>
      {padded ? <div className={css.body}>{children}</div> : children}
    </section>
  );
}

/** Shows names and values in two columns. Rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={css.facts}>
      {rows.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

const ICONS: Record<'bad' | 'busy' | 'ok' | 'plain', IconName> = {
  bad: 'circle-alert',
  busy: 'lock',
  ok: 'circle-check',
  plain: 'circle-alert',
};

export interface NoteProps {
  tone?: 'bad' | 'busy' | 'ok' | 'plain';
  icon?: IconName;
  children: ReactNode;
  /** Smaller line below, such as the id of the request. */
  detail?: ReactNode;
  /** True if screen readers announce the note immediately. */
  alert?: boolean;
}

/** Shows an important sentence with an icon. */
export function Note({ tone = 'plain', icon, children, detail, alert }: NoteProps) {
  return (
    <div className={`${css.note} ${tone === 'plain' ? '' : css[tone]}`} role={alert ? 'alert' : undefined}>
      <Icon name={icon ?? ICONS[tone]} />
      <div>
        {children}
        {detail !== undefined && <small className={css.small}>{detail}</small>}
      </div>
    </div>
  );
}

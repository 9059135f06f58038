import type { ReactNode } from 'react';
import css from '../parts/button.module.css';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icon-names.ts';
import { Link } from '../router/router.tsx';

export interface ButtonLinkProps {
  /** Page of the console. */
  to: string;
  children: ReactNode;
  icon?: IconName;
  kind?: 'main' | 'bare';
}

/** Shows a link that looks like a button and opens a page. */
export function ButtonLink({ to, children, icon, kind }: ButtonLinkProps) {
  return (
    <Link to={to} className={[css.button, kind && css[kind]].filter(Boolean).join(' ')}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

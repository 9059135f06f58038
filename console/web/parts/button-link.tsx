import type { ReactNode } from 'react';
import { Link } from '../router/router.tsx';
import css from './button.module.css';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

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
